// Does nothing.

export default function empty() {}
