import { Worker } from 'node:worker_threads';
import { ERROR_CATALOGUE } from '../base/errors/catalogue.ts';
import { timeBudgets } from './time-budgets.ts';

/** How often the main thread shows that it is alive, and how often that is looked at. Units: ms. */
const BEAT_MS = 250;
/** Time that ending by an exit code may take, before the process is killed. Units: ms. */
const EXIT_MS = 2000;

/** Watches the main thread of a command. */
export interface Watchdog {
  stop(): void;
}

/** The data of the watching thread. */
interface WatchData {
  beats: Int32Array<SharedArrayBuffer>;
  limitMs: number;
  beatMs: number;
  exitMs: number;
  exitCode: number;
  sentence: string;
}

/**
 * The program of the watching thread: as text, since it must start in milliseconds. A thread cannot end its process with a code, and the main thread answers
 * no message: the inspector interrupts what it is at, an expression included.
 */
const PROGRAM = `
const { workerData: data } = require('node:worker_threads');
const { writeSync } = require('node:fs');
const cpuMs = () => { const { user, system } = process.cpuUsage(); return (user + system) / 1000; };
let [beat, ms, wall, cpu] = [-1, 0, performance.now(), cpuMs()];
setInterval(() => {
  const counted = Math.min(performance.now() - wall, cpuMs() - cpu, 2 * data.beatMs);
  [wall, cpu] = [performance.now(), cpuMs()];
  const now = Atomics.load(data.beats, 0);
  ms = now === beat ? ms + counted : 0;
  beat = now;
  if (ms <= data.limitMs) return;
  ms = -Infinity;
  writeSync(2, data.sentence);
  const { Session } = require('node:inspector');
  const session = new Session();
  session.connectToMainThread();
  const close = 'process.getBuiltinModule("node:fs").closeSync(2)';
  session.post('Runtime.evaluate', { expression: 'try { ' + close + ' } catch {} process.reallyExit(' + data.exitCode + ')' });
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), data.exitMs);
}, data.beatMs);
`;

/**
 * Ends this process with a sentence and the exit code of TOOK_TOO_LONG when its main thread is at one step for longer than the budget of a main
 * thread. Cost: 20 ms of CPU, beside the main thread.
 */
export function startWatchdog(what: string, limitMs = timeBudgets().mainMs): Watchdog {
  const beats = new Int32Array(new SharedArrayBuffer(4));
  const data: WatchData = {
    beats,
    limitMs,
    beatMs: BEAT_MS,
    exitMs: EXIT_MS,
    exitCode: ERROR_CATALOGUE.TOOK_TOO_LONG.exitCode,
    sentence: `geomill: ${what} took longer than ${limitMs / 1000} s at one text or row, and was ended. Please report this with the input; GEOMILL_PATIENCE=10 gives it ten times as long\n`,
  };
  const worker = new Worker(PROGRAM, {
    eval: true,
    workerData: data,
    execArgv: [],
    resourceLimits: { maxYoungGenerationSizeMb: 1, maxOldGenerationSizeMb: 16 },
  });
  // Without it the command is as before.
  worker.on('error', () => undefined);
  worker.unref();
  const timer = setInterval(() => Atomics.add(beats, 0, 1), BEAT_MS);
  timer.unref();
  return {
    stop() {
      clearInterval(timer);
      void worker.terminate();
    },
  };
}
