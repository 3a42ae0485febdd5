//! Random numbers that a seed repeats: `SplitMix64` (Steele, Lea, Flood 2014).

/// A sequence of numbers that its seed determines.
pub(crate) struct Dice(u64);

impl Dice {
    /// Returns the sequence of a seed.
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Returns the next number.
    pub(crate) fn roll(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// Returns a number below `bound`, which must not be 0.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        let wide = u64::try_from(bound).expect("usize fits u64");
        usize::try_from(self.roll() % wide).expect("it is below a usize")
    }

    /// Returns `true` once in `times` on average.
    pub(crate) fn one_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    /// Returns one of `all`, which must not be empty.
    pub(crate) fn pick<'a, T: ?Sized>(&mut self, all: &[&'a T]) -> &'a T {
        all[self.below(all.len())]
    }

    /// Puts `all` in another order.
    pub(crate) fn shuffle<T>(&mut self, all: &mut [T]) {
        for end in (1..all.len()).rev() {
            all.swap(end, self.below(end + 1));
        }
    }
}
