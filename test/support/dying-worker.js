import { Buffer } from 'node:buffer';
import process from 'node:process';
import { setImmediate } from 'node:timers';

/** A thread that works as the built one, until a row tells it how to end. */
export default async function answerOrDie(message) {
  const text = Buffer.from(message.bytes).toString();
  if (text.includes('please exit')) process.exit(7);
  if (text.includes('please throw')) {
    setImmediate(() => {
      throw new Error('thrown where nobody waits');
    });
    return new Promise(() => undefined);
  }
  const { default: answerChunk } = await import('../../dist/cli/chunk-worker.js');
  return answerChunk(message);
}
