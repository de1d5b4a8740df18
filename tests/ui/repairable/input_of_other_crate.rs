use repair::prelude::*;
use std::time::Duration;

#[derive(Clone)]
struct Wait {
    duration: Duration,
}

#[repairable(input = "duration")]
impl Op for Wait {
    type Output = Duration;

    async fn run(&self, _: &Context) -> Result<Duration, OpError> {
        Ok(self.duration)
    }
}

fn main() {}
