//! A provider on this machine.

use std::{
    io::{BufRead, BufReader, Read, Write},
    net::{SocketAddr, TcpListener, TcpStream},
    sync::{Arc, Mutex},
    thread,
};

use serde_json::{Value, json};

/// A provider on this machine that answers every request alike, and keeps what it was asked.
pub struct Provider {
    pub address: SocketAddr,
    requests: Arc<Mutex<Vec<String>>>,
}

impl Provider {
    fn answering(reply: Value) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let requests = Arc::new(Mutex::new(Vec::new()));
        let kept = Arc::clone(&requests);
        thread::spawn(move || listener.incoming().for_each(|stream| kept.lock().unwrap().push(serve(stream.unwrap(), &reply))));
        Self { address, requests }
    }

    pub fn requests(&self) -> Vec<String> {
        self.requests.lock().unwrap().clone()
    }
}

fn serve(mut stream: TcpStream, reply: &Value) -> String {
    let mut reader = BufReader::new(stream.try_clone().unwrap());
    let mut head = String::new();
    while !head.ends_with("\r\n\r\n") && reader.read_line(&mut head).unwrap() > 0 {}
    let length = head.lines().find_map(|line| line.to_ascii_lowercase().strip_prefix("content-length: ")?.parse().ok());
    let mut body = vec![0; length.unwrap_or(0)];
    reader.read_exact(&mut body).unwrap();
    let reply = reply.to_string();
    let headers = format!("content-type: application/json\r\ncontent-length: {}\r\nconnection: close", reply.len());
    write!(stream, "HTTP/1.1 200 OK\r\n{headers}\r\n\r\n{reply}").unwrap();
    head + &String::from_utf8(body).unwrap()
}

pub fn openai(text: &str) -> Provider {
    Provider::answering(json!({
        "id": "chatcmpl-1", "object": "chat.completion", "created": 0, "model": "local",
        "choices": [{"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": text}}],
        "usage": {"prompt_tokens": 300, "completion_tokens": 60, "total_tokens": 360}
    }))
}

pub fn anthropic(text: &str) -> Provider {
    Provider::answering(json!({
        "id": "msg_1", "type": "message", "role": "assistant", "model": "claude", "content": [{"type": "text", "text": text}],
        "stop_reason": "end_turn", "stop_sequence": null, "usage": {"input_tokens": 300, "output_tokens": 60}
    }))
}
