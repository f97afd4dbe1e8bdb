/* eslint-disable @typescript-eslint/no-require-imports, no-undef -- loaded before ES modules are */
'use strict';
const { isMainThread } = require('node:worker_threads');

/* Loaded before the programs of threads, and of a command that reads texts itself: matching a marker does not end, as with a pattern that backtracks. */
const { exec } = RegExp.prototype;
const MARKER = 'lặpmãi';
const isLooping = !isMainThread || process.argv.includes('ask');
RegExp.prototype.exec = function (text) {
  // A number as bound, so that a test that fails does not leave a process behind for ever.
  if (isLooping && text === MARKER) for (let turn = 0; turn < 1e12; turn += 1);
  return exec.call(this, text);
};
