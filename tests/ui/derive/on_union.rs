use repair::prelude::*;

#[derive(Clone, Copy, RepairableInput)]
union Number {
    whole: i64,
    real: f64,
}

fn main() {}
