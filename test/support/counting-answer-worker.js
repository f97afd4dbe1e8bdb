import { parentPort } from 'node:worker_threads';

/** A thread that answers each task with the number of tasks in its message. */
parentPort.on('message', (tasks) => {
  parentPort.postMessage(tasks.map(({ id }) => ({ id, reply: String(tasks.length) })));
});
parentPort.postMessage([{ id: 0, reply: undefined }]);
