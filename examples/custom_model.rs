//! A language model over a client of one's own: what to hand over, and how to say what went wrong.
//!
//! ```text
//! cargo run --example custom_model
//! ```

use repair::{
    model::{CallLimits, LanguageModel, async_trait},
    prelude::*,
    wire::{Answer, CallFailure, FailureKind, Finish, Request},
};

/// The model, over the client below.
struct HouseModel {
    client: house::Client,
}

#[async_trait]
impl LanguageModel for HouseModel {
    fn provider(&self) -> &str {
        "house"
    }

    fn default_model(&self) -> &str {
        "house-small"
    }

    /// One request a call: the runtime does the retries, so switch off those of the client.
    async fn complete(&self, request: &Request, limits: CallLimits) -> Result<Answer, CallFailure> {
        let reply = self
            .client
            .chat(&request.model, &request.system, &request.prompt, request.max_tokens, limits.timeout)
            .await
            .map_err(failure)?;
        // The end matters: an answer that was cut must not be read as if it were whole.
        let finish = match reply.stop {
            house::Stop::End => Finish::Stop,
            house::Stop::Limit => Finish::Length,
            house::Stop::Filtered => Finish::Refused,
        };
        Ok(Answer::new(reply.text).finish(finish).usage(reply.tokens_in, reply.tokens_out).model("house-small-2"))
    }
}

/// The kind decides what is done: whether to wait and ask again, or to stop. It goes by types, never by the words of a message.
fn failure(error: house::Error) -> CallFailure {
    match error {
        house::Error::Busy { wait } => CallFailure::new(FailureKind::RateLimited, "the house is busy").retry_after(Some(wait)),
        house::Error::Disconnected => CallFailure::new(FailureKind::Transport, "the line to the house broke"),
        house::Error::WrongKey => CallFailure::new(FailureKind::Auth, "the house does not know this key"),
        house::Error::TooLong => CallFailure::new(FailureKind::BadRequest, "the request is longer than the house reads"),
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), RepairError> {
    let runtime = Runtime::builder().model(HouseModel { client: house::Client::default() }).build();

    let outcome = repair::parse::<Vec<u32>>("[80, 443, eighty-eighty]").outcome(&runtime).await;

    for call in outcome.report.calls() {
        match (&call.answer, &call.failure) {
            (Some(answer), _) => println!("call {}: {}", call.call.0, answer.text),
            (None, Some(failure)) => println!("call {}: {failure}", call.call.0),
            (None, None) => println!("call {}: given up", call.call.0),
        }
    }
    println!("{}: {:?}", outcome.status(), outcome.into_result()?);
    Ok(())
}

/// Stands for the client you have. It is busy at first, and then knows one answer.
mod house {
    use std::{
        sync::atomic::{AtomicBool, Ordering},
        time::Duration,
    };

    #[derive(Default)]
    pub(super) struct Client {
        warm: AtomicBool,
    }

    pub(super) struct Reply {
        pub(super) text: String,
        pub(super) stop: Stop,
        pub(super) tokens_in: u64,
        pub(super) tokens_out: u64,
    }

    #[allow(dead_code, reason = "this client is never cut and never filtered")]
    pub(super) enum Stop {
        End,
        Limit,
        Filtered,
    }

    #[allow(dead_code, reason = "this client is only ever busy")]
    pub(super) enum Error {
        Busy { wait: Duration },
        Disconnected,
        WrongKey,
        TooLong,
    }

    impl Client {
        pub(super) async fn chat(
            &self,
            _model: &str,
            _system: &str,
            prompt: &str,
            _max_tokens: u32,
            _timeout: Duration,
        ) -> Result<Reply, Error> {
            if !self.warm.swap(true, Ordering::Relaxed) {
                return Err(Error::Busy { wait: Duration::from_millis(100) });
            }
            let words = prompt.split_whitespace().count();
            Ok(Reply { text: "[80, 443, 8080]".into(), stop: Stop::End, tokens_in: words as u64, tokens_out: 5 })
        }
    }
}
