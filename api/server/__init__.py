"""How requests are received and answered: everything between uvicorn and Django's handler.

What holds for every request:

1. The event loop receives bodies and sends responses. A thread is held only while it computes.
2. Nothing is parsed or written before the size of the body is checked, by Content-Length and by counted bytes. A body
   above `UNCHECKED_BYTES` is received only from people who may use its route (`body_check`).
3. A request takes one hop to a thread and one back. Streams come back in blocks of 64 kB.
4. Requests that read much, and those that wait for others, have threads of their own (`thread_pools`).
5. Whatever a client does or leaves undone ends after a stated time: headers, body, unread response, shutdown.
6. Work on a read that nobody waits for any more stops. Writes that have arrived complete are always carried out.
7. A client's address is that of its connection, unless a trusted proxy names another one.

`connection` (uvicorn's protocol with limits) → `application` (one request) → `request_body` → `computation` in a thread
→ `block_buffer` → the client.
"""
