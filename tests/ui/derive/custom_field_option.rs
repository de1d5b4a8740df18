use repair::prelude::*;

#[derive(RepairableInput)]
#[repair(with = "parse", show = "show")]
struct Route {
    #[repair(frozen)]
    from: String,
    to: String,
}

fn parse(_: &str) -> Result<Route, Finding> {
    Err(Finding::whole())
}

fn show(route: &Route) -> String {
    format!("{} {}", route.from, route.to)
}

fn main() {}
