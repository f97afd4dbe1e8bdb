// Loaded before the command line (NODE_OPTIONS=--import): ends the process by SIGKILL in its n-th call that changes files, n from 0 in
// GEOMILL_TEST_KILL_AT. A write is cut in the middle, any other call is not made. Without that number it writes how many calls there were.
import fs from 'node:fs';
import promises from 'node:fs/promises';
import process from 'node:process';

const killAt = Number(process.env.GEOMILL_TEST_KILL_AT ?? Infinity);
let calls = 0;

function end() {
  process.kill(process.pid, 'SIGKILL');
  // The signal may arrive after some more instructions.
  for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}

function wrap(target, name, isOpen = false) {
  const real = target[name];
  target[name] = async function (...args) {
    calls += 1;
    if (calls > killAt) {
      if (name === 'write' && args[0]?.byteLength > 1) {
        const [bytes, offset = 0, length = bytes.byteLength - offset, position = null] = args;
        fs.writeSync(this.fd, bytes, offset, length >> 1, position);
      }
      end();
    }
    const result = await real.apply(this, args);
    if (isOpen) wrapHandle(Object.getPrototypeOf(result));
    return result;
  };
}

const wrapped = new Set();
function wrapHandle(prototype) {
  if (wrapped.has(prototype)) return;
  wrapped.add(prototype);
  for (const name of ['write', 'truncate', 'sync', 'datasync']) wrap(prototype, name);
}

for (const name of ['rename', 'unlink', 'mkdir', 'rm', 'link']) wrap(promises, name);
wrap(promises, 'open', true);
if (process.env.GEOMILL_TEST_COUNT !== undefined)
  process.on('exit', () => fs.writeFileSync(process.env.GEOMILL_TEST_COUNT, String(calls)));
