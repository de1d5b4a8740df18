//! `#[repairable]` on ops of every form.

use std::{future::Future, pin::Pin};

use repair::{
    Context, Finding, Op, OpError, Raw, RepairConfig, RepairableInput, Runtime, Stall, Status, repairable, testing::ScriptedModel,
};

fn runtime(answers: &[&str]) -> Runtime {
    Runtime::builder().model(ScriptedModel::new().answers(answers.iter().copied())).build()
}

#[derive(Clone)]
struct Sum {
    raw: Raw<Vec<u32>>,
}

const TWO: u32 = 2;

impl Sum {
    const SUFFIX: &str = "\nNo decimals.";
}

#[repairable(
    input = raw,
    max_attempts = TWO,
    prompt_prefix = concat!("Amounts ", "are in cents.\n"),
    prompt_suffix = Self::SUFFIX,
    provider = "scripted",
    model = "small",
    max_tokens = 1_000,
    stall = ignore
)]
impl Op for Sum {
    type Output = u32;

    async fn run(&self, _: &Context) -> Result<u32, OpError> {
        Ok(self.raw.parse()?.iter().sum())
    }
}

#[test]
fn the_named_field_is_repaired() {
    let outcome = runtime(&["[1, 2]"]).run_blocking(Sum { raw: Raw::new("[1, two]") });
    assert_eq!(outcome.status(), Status::Repaired);
    assert_eq!(outcome.into_result().unwrap(), 3);
}

#[test]
fn options_reach_the_request() {
    let model = ScriptedModel::new().named("scripted").answer("[1, 2]");
    let runtime = Runtime::builder().model(model.clone()).build();
    runtime.run_blocking(Sum { raw: Raw::new("one and then two") }).into_result().unwrap();
    let [request] = &model.requests()[..] else { panic!("one request") };
    assert_eq!((request.model.as_str(), request.max_tokens), ("small", 1000));
    let system = &request.system;
    assert!(system.contains("Amounts are in cents.") && system.contains("No decimals."), "{system}");
}

/// A tuple struct, a keyword, a path to the trait, a receiver written out.
#[derive(Clone)]
struct Tuple(Raw<u32>);

#[repairable(input = "0")]
impl repair::Op for Tuple {
    type Output = u32;

    #[inline]
    #[allow(clippy::needless_arbitrary_self_type, reason = "the form under test")]
    async fn run(self: &Self, _cx: &repair::Context) -> std::result::Result<Self::Output, repair::OpError> {
        Ok(self.0.parse()?)
    }
}

#[derive(Clone)]
struct Keyword {
    r#type: Raw<u32>,
}

type Fallible<T> = Result<T, OpError>;

#[repairable(input = "type")]
impl Op for Keyword {
    type Output = u32;

    async fn run(&self, _: &Context) -> Fallible<u32> {
        Ok(self.r#type.parse()?)
    }
}

/// Futures written out: a return of one's own, and a boxed one.
#[derive(Clone)]
struct Native(Raw<u32>);

#[repairable(input = "0")]
impl Op for Native {
    type Output = u32;

    #[allow(clippy::manual_async_fn, reason = "the form under test")]
    fn run(&self, _: &Context) -> impl Future<Output = Result<u32, OpError>> + Send {
        async { Ok(self.0.parse()?) }
    }
}

#[derive(Clone)]
struct Boxed(Raw<u32>);

#[repairable(input = "0")]
#[allow(refining_impl_trait, reason = "the form under test")]
impl Op for Boxed {
    type Output = u32;

    fn run(&self, _: &Context) -> Pin<Box<dyn Future<Output = Result<u32, OpError>> + Send + '_>> {
        Box::pin(async { Ok(self.0.parse()?) })
    }
}

/// Parameters and lifetimes of the op's own.
#[derive(Clone)]
struct Lookup<'a, T, const N: usize> {
    raw: Raw<T>,
    known: &'a [&'a str; N],
}

#[repairable(input = "raw")]
impl<T, const N: usize> Op for Lookup<'_, T, N>
where
    T: RepairableInput + Clone + ToString,
{
    type Output = String;

    async fn run(&self, _: &Context) -> Result<String, OpError> {
        let text = self.raw.parse()?.to_string();
        if self.known.contains(&text.as_str()) { Ok(text) } else { Err(Finding::whole().rule("known").received(text).into()) }
    }
}

#[test]
fn every_form_of_op_is_repaired() {
    assert_eq!(runtime(&["7"]).run_blocking(Tuple(Raw::new("many"))).into_result().unwrap(), 7);
    assert_eq!(runtime(&["7"]).run_blocking(Keyword { r#type: Raw::new("many") }).into_result().unwrap(), 7);
    assert_eq!(runtime(&["7"]).run_blocking(Native(Raw::new("many"))).into_result().unwrap(), 7);
    assert_eq!(runtime(&["7"]).run_blocking(Boxed(Raw::new("many"))).into_result().unwrap(), 7);
    let known = ["7".to_owned(), "8".to_owned()];
    let known = [known[0].as_str(), known[1].as_str()];
    let op = Lookup { raw: Raw::<u32>::new("9"), known: &known };
    assert_eq!(runtime(&["8"]).run_blocking(op).into_result().unwrap(), "8");
}

#[test]
fn options_that_are_left_out_keep_their_defaults() {
    let config = RepairConfig::default();
    assert_eq!((config.max_attempts, config.max_tokens, config.stall), (3, 2048, Stall::Stop));
    assert_eq!((config.prompt_prefix.as_str(), config.provider, config.model), ("", None, None));
}

macro_rules! declared {
    ($op:ident, $input:ty, $field:ident, $name:literal, $attempts:expr, $op_trait:path, $error:ty) => {
        #[derive(Clone)]
        struct $op {
            $field: Raw<$input>,
        }

        #[repairable(input = $name, max_attempts = $attempts, crate = "::repair")]
        impl $op_trait for $op {
            type Output = $input;

            async fn run(&self, _: &Context) -> Result<$input, $error> {
                Ok(self.$field.parse()?)
            }
        }
    };
}

declared!(Declared, u32, raw, "raw", 2, Op, OpError);

#[test]
fn an_op_may_come_from_a_macro() {
    assert_eq!(runtime(&["7"]).run_blocking(Declared { raw: Raw::new("many") }).into_result().unwrap(), 7);
}
