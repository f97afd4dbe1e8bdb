// Loaded before the command line (NODE_OPTIONS=--import): the clocks of the process differ from those of the machine by
// GEOMILL_TEST_SKEW_MS. At each SIGUSR2 the time of day jumps to the other side, as after a correction by NTP.
import { performance } from 'node:perf_hooks';
import process from 'node:process';

const realNow = Date.now;
const realPerformanceNow = performance.now.bind(performance);
const startMs = Number(process.env.GEOMILL_TEST_SKEW_MS);
let skewMs = startMs;

globalThis.Date = class extends Date {
  constructor(...values) {
    if (values.length === 0) super(realNow() + skewMs);
    else super(...values);
  }
  static now() {
    return realNow() + skewMs;
  }
};
// It never goes back, so it only begins elsewhere.
performance.now = () => realPerformanceNow() + Math.abs(startMs);
process.on('SIGUSR2', () => (skewMs = -skewMs));
