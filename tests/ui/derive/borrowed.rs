use repair::prelude::*;

#[derive(RepairableInput)]
#[repair(json)]
struct Ticket<'a> {
    text: &'a str,
    lines: &'a [u32],
}

#[derive(RepairableInput)]
struct Name<'a>(std::borrow::Cow<'a, str>);

fn main() {}
