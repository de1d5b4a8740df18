//! Mistakes that are easily made again.

use repair::{Context, Finding, Op, OpError, Repairable, RepairableInput, WithRepair, repairable, testing::ScriptedModel};

use crate::support::{Bench, WantsDigit};

#[test]
fn an_op_error_is_one_pointer() {
    assert_eq!(size_of::<OpError>(), 8);
}

struct Sizes;

impl Op for Sizes {
    type Output = (usize, usize);
    async fn run(&self, cx: &Context) -> Result<(usize, usize), OpError> {
        let op = WantsDigit::new("7");
        let wrapped = WithRepair(op.clone());
        let sizes = (size_of_val(&op.run(cx)), size_of_val(&wrapped.run(cx)));
        Ok(sizes)
    }
}

#[test]
fn the_future_of_a_wrapped_run_holds_no_repair() {
    let (bare, wrapped) = Bench::new(ScriptedModel::new()).run(Sizes).into_result().unwrap();
    assert!(wrapped <= bare + 160, "bare {bare} bytes, wrapped {wrapped}");
}

/// Runs its own type.
#[derive(Clone)]
struct CountDown {
    from: u32,
}

#[repairable(input = "from")]
impl Op for CountDown {
    type Output = u32;
    async fn run(&self, cx: &Context) -> Result<u32, OpError> {
        match self.from {
            0 => Ok(0),
            100.. => Err(Finding::whole().expected("less than 100").into()),
            n => {
                let rest = Box::pin(cx.run(CountDown { from: n - 1 })).await.into_result()?;
                Ok(rest + 1)
            }
        }
    }
}

#[test]
fn an_op_may_run_its_own_type() {
    let bench = Bench::new(ScriptedModel::new().answer("3"));
    assert_eq!(bench.run(CountDown { from: 500 }).into_result().unwrap(), 3);
}

/// Its output tells which run made it.
#[derive(Clone)]
struct Partial {
    text: String,
}

#[repairable(input = "text")]
impl Op for Partial {
    type Output = Vec<String>;
    async fn run(&self, _: &Context) -> Result<Vec<String>, OpError> {
        let mut output = Vec::new();
        for word in self.text.split(' ') {
            if word == "bad" {
                return Err(Repairable::with_prompt(format!("No bad words: {}", self.text)).into());
            }
            output.push(word.to_owned());
        }
        Ok(output)
    }
}

#[test]
fn nothing_of_a_failed_run_is_in_the_output_of_the_accepted_one() {
    let bench = Bench::new(ScriptedModel::new().answers(["two bad", "three"]));
    assert_eq!(bench.run(Partial { text: "one bad".into() }).into_result().unwrap(), ["three"]);
}

#[test]
fn shapes_of_one_generic_type_are_told_apart() {
    let schema = |shape: &'static repair::Shape| shape.json_schema().unwrap().to_string();
    assert_ne!(schema(<Vec<u8> as RepairableInput>::shape()), schema(<Vec<String> as RepairableInput>::shape()));
    assert!(std::ptr::eq(<Vec<u8> as RepairableInput>::shape(), <Vec<u8> as RepairableInput>::shape()));
}
