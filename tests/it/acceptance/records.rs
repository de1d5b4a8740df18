use std::error::Error as _;

use repair::{
    Status,
    machine::EventKind,
    testing::ScriptedModel,
    wire::{Answer, FailureKind, Usage},
};

use crate::support::{Bench, Broken, NotGood, WantsDigit, WantsGood};

#[test]
fn every_attempt_leaves_a_record() {
    let model = ScriptedModel::new().then(Answer::new("40").usage(100, 10)).then(Answer::new("[]").usage(120, 20)).answer("");
    let bench = Bench::new(model);
    let error = bench.run(WantsDigit::new("x")).into_result().unwrap_err();
    let report = error.report();
    assert_eq!(report.original(), Some("x"));
    let [first, second, third] = report.attempts() else { panic!("{} attempts", report.attempts().len()) };
    assert_eq!((first.number, first.answer.as_str(), first.decoded, first.accepted), (1, "40", true, false));
    assert_eq!(first.findings.iter().next().unwrap().rule, "range");
    assert_eq!(first.prompt, bench.prompts()[0]);
    assert_eq!(first.usage, Usage { input_tokens: Some(100), output_tokens: Some(10) });
    assert!(first.error.as_ref().unwrap().contains("1 to 9"));
    assert_eq!(second.findings.iter().next().unwrap().rule, "type");
    assert_eq!((third.decoded, third.findings.iter().next().unwrap().rule.as_ref()), (false, "empty"));
    assert_eq!(report.usage().input_tokens, None, "one answer did not say what it cost");
}

#[test]
fn the_final_error_carries_the_last_op_error_and_the_last_decode_error() {
    let bench = Bench::new(ScriptedModel::new().answers(["40", "\u{0}"]).fail(FailureKind::Auth));
    let error = bench.run(WantsDigit::new("x")).into_result().unwrap_err();
    assert_eq!(error.status(), Status::ModelFailed);
    assert!(error.first_op_error().unwrap().to_string().contains("expected JSON"));
    assert!(error.op_error().unwrap().to_string().contains("1 to 9"));
    assert_eq!(error.decode_error().unwrap().iter().next().unwrap().rule, "nul");
    assert_eq!(error.call_failure().unwrap().kind, FailureKind::Auth);
    let shown = error.to_string();
    assert!(shown.contains("1 to 9") && shown.contains("could not be read") && shown.contains("auth"), "{shown}");
}

#[test]
fn a_fatal_error_in_mid_repair_keeps_the_error_that_started_it_and_the_attempt() {
    let bench = Bench::new(ScriptedModel::new().answer("fatal"));
    let error = bench.run(WantsGood::new("bad")).into_result().unwrap_err();
    assert_eq!(error.status(), Status::NotRepairable);
    assert_eq!(error.downcast_ref::<Broken>(), Some(&Broken));
    assert_eq!(error.source().unwrap().to_string(), "the disk is gone");
    assert_eq!(error.first_op_error().unwrap().downcast_ref::<NotGood>(), Some(&NotGood("bad".into())));
    assert_eq!(error.report().attempts()[0].number, 1);
    assert_eq!(error.into_op_error().downcast_ref::<Broken>(), Some(&Broken));
}

#[test]
fn the_log_holds_every_event_in_order_and_hands_out_copies() {
    let (bench, log) = Bench::logged(ScriptedModel::new().answer("7"));
    bench.run(WantsDigit::new("x")).into_result().unwrap();
    let mut entries = log.entries();
    let names: Vec<String> =
        entries.iter().map(|entry| serde_json::to_value(entry).unwrap()["event"].as_str().unwrap().to_owned()).collect();
    assert_eq!(names, ["started", "repairable", "nothing_to_mend", "answered", "decoded", "succeeded", "committed"]);
    assert!(entries.iter().enumerate().all(|(n, entry)| entry.seq as usize == n && entry.run == entries[0].run));
    entries.clear();
    assert_eq!(log.entries().len(), 7);
}

#[test]
fn a_run_without_a_sink_has_the_same_log_once_a_repair_began() {
    let bench = Bench::new(ScriptedModel::new().answer("7"));
    let plain = bench.run(WantsDigit::new("x")).report;
    let (logged, _) = Bench::logged(ScriptedModel::new().answer("7"));
    let watched = logged.run(WantsDigit::new("x")).report;
    assert_eq!(plain.entries(), watched.entries());
    assert!(matches!(plain.entries()[0].event.kind, EventKind::Started { .. }));
}

#[test]
fn a_clean_run_is_logged_too() {
    let (bench, log) = Bench::logged(ScriptedModel::new());
    assert_eq!(bench.run(WantsDigit::new("7")).status(), Status::Clean);
    assert_eq!(log.entries().len(), 3);
}

#[test]
fn a_hundred_writers_leave_all_their_entries_in_order() {
    let (bench, log) = Bench::logged(ScriptedModel::new());
    let executor = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    executor.block_on(async {
        let runs: Vec<_> = (0..100).map(|_| tokio::spawn(bench.runtime.run(WantsDigit::new("7")))).collect();
        for run in runs {
            run.await.unwrap().into_result().unwrap();
        }
    });
    let entries = log.entries();
    assert_eq!(entries.len(), 300);
    for seq in 0..3 {
        assert_eq!(entries.iter().filter(|entry| entry.seq == seq).count(), 100);
    }
}

#[test]
fn a_log_of_lengths_holds_no_text() {
    use repair::log::{Content, JsonLines};
    use std::sync::{Arc, Mutex};

    #[derive(Clone, Default)]
    struct Buffer(Arc<Mutex<Vec<u8>>>);
    impl std::io::Write for Buffer {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0.lock().unwrap().write(bytes)
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
    let buffer = Buffer::default();
    let runtime = repair::Runtime::builder()
        .model(ScriptedModel::new().answers(["marmalade", "marmalade2"]).fail(FailureKind::Auth))
        .sink(Arc::new(JsonLines::new(buffer.clone()).content(Content::Lengths)))
        .build();
    runtime.run_blocking(WantsGood::new("marmalade1")).into_result().unwrap_err();
    let text = String::from_utf8(buffer.0.lock().unwrap().clone()).unwrap();
    assert!(text.lines().count() > 6 && !text.contains("marmalade"), "{text}");
    assert!(text.lines().all(|line| serde_json::from_str::<serde_json::Value>(line).is_ok()));
}
