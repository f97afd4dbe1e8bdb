// Sends HTTP requests over a few connections, in a process of its own. It reads of a response only its status and its length: a complete HTTP client
// costs several times more than the server that is measured. Plain JavaScript, so that no loader is in it.
import { Buffer } from 'node:buffer';
import { connect } from 'node:net';
import { performance } from 'node:perf_hooks';
import process from 'node:process';
import { setInterval, setTimeout, clearInterval } from 'node:timers';

const HEADER_END = Buffer.from('\r\n\r\n');
const LENGTH = 'content-length: ';
/** How often the open loop looks for requests that are due. Units: milliseconds. */
const TICK_MS = 1;

/** Runs a load. Shape: with `ratePerSecond` requests are due at fixed times, and latencies count from then; without, each connection sends the next at once. */
function runLoad({ host, port, method, paths, connections, seconds, ratePerSecond }) {
  const requests = paths.map((path) =>
    Buffer.from(
      `${method} ${path} HTTP/1.1\r\nHost: ${host}:${port}\r\n${method === 'POST' ? 'Content-Length: 0\r\n' : ''}\r\n`,
    ),
  );
  const latencies = [];
  const idle = [];
  /** Due times of requests for which no connection is free. */
  const late = [];
  let next = 0;
  let errors = 0;
  let isOver = false;

  function send(connection, dueMs) {
    connection.dueMs = dueMs;
    connection.socket.write(requests[next]);
    next = (next + 1) % requests.length;
  }

  function answered(connection, status) {
    latencies.push(performance.now() - connection.dueMs);
    if (status !== '200') errors += 1;
    if (isOver) return;
    if (ratePerSecond === undefined) send(connection, performance.now());
    else if (late.length > 0) send(connection, late.shift());
    else idle.push(connection);
  }

  function receive(connection, chunk) {
    connection.bytes = connection.bytes.length === 0 ? chunk : Buffer.concat([connection.bytes, chunk]);
    const { bytes } = connection;
    const end = bytes.indexOf(HEADER_END);
    if (end < 0) return;
    const head = bytes.latin1Slice(0, end).toLowerCase();
    const at = head.indexOf(LENGTH);
    const length = Number.parseInt(head.slice(at + LENGTH.length), 10);
    if (bytes.length < end + HEADER_END.length + length) return;
    connection.bytes = Buffer.alloc(0);
    answered(connection, head.slice(9, 12));
  }

  function open() {
    const socket = connect({ host, port, noDelay: true });
    const connection = { socket, dueMs: 0, bytes: Buffer.alloc(0) };
    socket.on('data', (chunk) => receive(connection, chunk));
    socket.on('error', () => (errors += 1));
    return new Promise((resolve) => socket.once('connect', () => resolve(connection)));
  }

  return Promise.all(Array.from({ length: connections }, open)).then(
    (opened) =>
      new Promise((resolve) => {
        const startMs = performance.now();
        const cpu = process.cpuUsage();
        let sent = 0;
        let timer;
        if (ratePerSecond === undefined) for (const connection of opened) send(connection, startMs);
        else {
          idle.push(...opened);
          timer = setInterval(() => {
            const due = Math.floor(((performance.now() - startMs) / 1000) * ratePerSecond);
            for (; sent < due; sent += 1) {
              const dueMs = startMs + ((sent + 1) / ratePerSecond) * 1000;
              const connection = idle.pop();
              if (connection) send(connection, dueMs);
              else late.push(dueMs);
            }
          }, TICK_MS);
        }
        setTimeout(() => {
          isOver = true;
          clearInterval(timer);
          const { user, system } = process.cpuUsage(cpu);
          const spentMs = performance.now() - startMs;
          latencies.sort((a, b) => a - b);
          const at = (share) =>
            latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))];
          for (const { socket } of opened) socket.destroy();
          resolve({
            requests: latencies.length,
            seconds: spentMs / 1000,
            p50: at(0.5),
            p99: at(0.99),
            p999: at(0.999),
            errors,
            // Due, and not answered: else an overloaded server would seem fast.
            unanswered: late.length,
            clientCpuMs: (user + system) / 1000,
          });
        }, seconds * 1000);
      }),
  );
}

process.on('message', (load) => {
  void runLoad(load).then((result) => process.send(result));
});
