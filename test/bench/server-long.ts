import { startLoadClient } from './load-client.ts';
import type { BenchContext, Measurement } from './measurement.ts';
import { load, startGeomill, targets } from './server.ts';
import { megabytes, target, whole } from './table.ts';

const ROUNDS = { quick: 4, usual: 10 };
/** Time of one operation in one round; ten rounds of three operations are five minutes. Units: seconds. */
const SECONDS = { quick: 1, usual: 10 };
/** Least memory of the second half of the rounds, as a multiple of the least of the first half: what stays after garbage is collected. */
const MOST_GROWTH = 1.1;

/** Keeps one server under load for five minutes, the operations in turn, and reads its memory after each: it must stay flat. */
export const serverLong: Measurement = { name: 'server-long', run: measure };

async function measure(context: BenchContext) {
  const rounds = context.isQuick ? ROUNDS.quick : ROUNDS.usual;
  const seconds = context.isQuick ? SECONDS.quick : SECONDS.usual;
  const operations = targets(context.seed);
  const rows: string[][] = [];
  const readings: number[] = [];
  const rates = operations.map(() => 0);
  let requests = 0;
  let errors = 0;
  const client = startLoadClient();
  const geomill = await startGeomill(context);
  try {
    for (let round = 1; round <= rounds; round++) {
      const cells: string[] = [];
      for (const [at, each] of operations.entries()) {
        const measured = await load({ client, ...geomill }, each, seconds);
        rates[at] = (rates[at] ?? 0) + measured.rate / rounds;
        requests += measured.requests;
        errors += measured.errors + measured.unanswered;
        cells.push(whole(measured.rate), measured.p99.toFixed(1), measured.p999.toFixed(1));
        readings.push(measured.rssBytes);
      }
      rows.push([String(round), ...cells, megabytes(readings.at(-1) ?? NaN)]);
    }
  } finally {
    geomill.child.kill();
    client.end();
  }
  const half = Math.floor(readings.length / 2);
  const [before, after] = [readings.slice(0, half), readings.slice(half)];
  const growth = Math.min(...after) / Math.min(...before);
  const peaks = Math.max(...after) / Math.max(...before);
  return {
    title: `server-long: one server, ${rounds} rounds of ${seconds} s for each operation, closed loop`,
    columns: ['round', ...operations.flatMap(({ name }) => [`${name}/s`, 'p99 ms', 'p99.9']), 'MB'],
    rows,
    notes: [
      `${whole(requests)} requests, ${whole(errors)} errors`,
      `memory of the second half to the first: least ${growth.toFixed(2)} ${target(`<= ${MOST_GROWTH}`, growth <= MOST_GROWTH)}, most ${peaks.toFixed(2)}`,
      ...operations.map(
        ({ name, least = 0 }, at) =>
          `${name}: ${whole(rates[at] ?? NaN)}/s ${target(`>= ${whole(least)}/s`, (rates[at] ?? 0) >= least)}`,
      ),
    ],
  };
}
