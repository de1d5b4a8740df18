use repair::Step;

struct Search;

fn main() {
    let _ = Step::<u32, u32>::builder(Search);
}
