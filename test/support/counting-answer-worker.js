import { parentPort } from 'node:worker_threads';

/** A thread that answers each request with the number of requests in its message. */
parentPort.on('message', (requests) => {
  parentPort.postMessage(requests.map(({ id }) => ({ id, text: String(requests.length) })));
});
parentPort.postMessage([{ id: 0, text: '' }]);
