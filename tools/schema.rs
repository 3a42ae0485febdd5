//! Prints the JSON Schema of `pi-retry.json`.

fn main() {
    println!("{}", pi_retry::schema::schema());
}
