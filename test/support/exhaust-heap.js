// Loaded before the command line (NODE_OPTIONS=--import): after SIGUSR2 the process fills the heap of V8, beside its work, until V8 aborts it.
import process from 'node:process';
import { setImmediate } from 'node:timers';

const BLOCK = 200_000;

process.on('SIGUSR2', () => {
  const held = [];
  const fill = () => {
    held.push(Array.from({ length: BLOCK }, (_, at) => ({ at })));
    setImmediate(fill);
  };
  fill();
});
