//! A server on the loopback interface that can do what HTTP libraries won't: cut, stall, reset.

use std::{
    collections::VecDeque,
    sync::{Arc, Mutex},
};

use serde_json::Value;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
    task::JoinHandle,
};

/// What happens once a request has come in.
pub(crate) enum Step {
    /// The bytes, then the end of the connection.
    Send(Vec<u8>),
    /// The bytes, then nothing until the client gives up.
    Stall(Vec<u8>),
    /// The bytes, then a reset.
    Reset(Vec<u8>),
}

/// A request as it came.
#[derive(Clone, Debug)]
pub(crate) struct Received {
    pub(crate) line: String,
    headers: String,
    body: Vec<u8>,
}

impl Received {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let mut lines = self.headers.lines().filter_map(|line| line.split_once(':'));
        lines.find(|(header, _)| header.eq_ignore_ascii_case(name)).map(|(_, value)| value.trim())
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap()
    }
}

/// Takes one step a connection, and keeps what was asked.
pub(crate) struct Server {
    port: u16,
    received: Arc<Mutex<Vec<Received>>>,
    task: JoinHandle<()>,
}

impl Server {
    pub(crate) async fn start(steps: impl IntoIterator<Item = Step>) -> Self {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let received = Arc::new(Mutex::new(Vec::new()));
        let task = tokio::spawn(serve(listener, steps.into_iter().collect(), Arc::clone(&received)));
        Self { port, received, task }
    }

    pub(crate) fn url(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }

    pub(crate) fn received(&self) -> Vec<Received> {
        self.received.lock().unwrap().clone()
    }

    /// The only request.
    pub(crate) fn request(&self) -> Received {
        let received = self.received();
        assert_eq!(received.len(), 1, "{received:?}");
        received[0].clone()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn serve(listener: TcpListener, mut steps: VecDeque<Step>, received: Arc<Mutex<Vec<Received>>>) {
    while let Ok((mut socket, _)) = listener.accept().await {
        let Some(request) = receive(&mut socket).await else { continue };
        received.lock().unwrap().push(request);
        // The client may hang up at any time; that is what some of the tests are about.
        match steps.pop_front() {
            Some(Step::Send(bytes)) => {
                let _ = socket.write_all(&bytes).await;
                let _ = socket.shutdown().await;
            }
            Some(Step::Stall(bytes)) => {
                let _ = socket.write_all(&bytes).await;
                let _ = socket.read(&mut [0; 64]).await;
            }
            Some(Step::Reset(bytes)) => {
                let _ = socket.write_all(&bytes).await;
                socket.set_zero_linger().unwrap();
            }
            None => {}
        }
    }
}

async fn receive(socket: &mut TcpStream) -> Option<Received> {
    let mut bytes = Vec::new();
    let end = loop {
        if let Some(end) = bytes.windows(4).position(|four| four == b"\r\n\r\n") {
            break end;
        }
        if socket.read_buf(&mut bytes).await.ok()? == 0 || bytes.first().is_some_and(|byte| !byte.is_ascii_uppercase()) {
            return None;
        }
    };
    let head = String::from_utf8(bytes[..end].to_vec()).ok()?;
    let (line, headers) = head.split_once("\r\n")?;
    let mut request = Received { line: line.to_owned(), headers: headers.to_owned(), body: bytes.split_off(end + 4) };
    let length: usize = request.header("content-length")?.parse().ok()?;
    while request.body.len() < length {
        if socket.read_buf(&mut request.body).await.ok()? == 0 {
            return None;
        }
    }
    Some(request)
}

/// The head of a response, with the length its body is said to have.
pub(crate) fn head(status: u16, headers: &[(&str, &str)], length: usize) -> Vec<u8> {
    let mut head = format!("HTTP/1.1 {status} Whatever\r\nconnection: close\r\ncontent-length: {length}\r\n");
    for (name, value) in headers {
        head.push_str(&format!("{name}: {value}\r\n"));
    }
    head.push_str("\r\n");
    head.into_bytes()
}

/// A whole response.
pub(crate) fn reply(status: u16, headers: &[(&str, &str)], body: &[u8]) -> Step {
    Step::Send([head(status, headers, body.len()), body.to_vec()].concat())
}
