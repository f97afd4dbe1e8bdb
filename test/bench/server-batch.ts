import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { generateAddresses } from './generate-addresses.ts';
import { openAdminDataset } from '../../src/engine/gazetteer/units/open-admin-dataset.ts';
import type { BenchContext } from './measurement.ts';
import { NOISE_CLASSES, noisyAddress } from './noisy-addresses.ts';
import { median } from './table.ts';

/** More than 2 MB, from which on a batch is computed in two threads. */
const ROWS = { quick: 28_000, usual: 42_000 };
/** Rounds before the measured ones, in which V8 compiles what is used. */
const WARM_UP_ROUNDS = { quick: 1, usual: 2 };
/** So many that the middle one is no chance: on a shared machine, two rounds in a row differ by a third. */
const ROUNDS = { quick: 2, usual: 15 };

/** What all rows took. Units: milliseconds; CPU is user and system time of the process. */
interface Round {
  ms: number;
  cpuMs: number;
}

/** A batch beside the engine: medians of rounds in turn, both warm. */
export interface BatchSpeed {
  rows: number;
  rounds: number;
  threads: number;
  engine: Round;
  batch: Round;
}

/** Measures a batch of addresses over HTTP beside the engine, which is asked the same texts in as many threads of a process of its own. */
export async function batchSpeed(
  context: BenchContext,
  port: number,
  cpuMsOfServer: () => number,
): Promise<BatchSpeed> {
  const { isQuick, folder, dist, datasetDir } = context;
  const texts = await addresses(context, isQuick ? ROWS.quick : ROWS.usual);
  const file = join(folder, 'batch.txt');
  writeFileSync(file, texts.join('\n'));
  const csv = Buffer.from(
    ['address', ...texts.map((text) => `"${text.replaceAll('"', '""')}"`), ''].join('\n'),
  );
  const threads = availableParallelism();
  const peer = fork(fileURLToPath(new URL('engine-peer.js', import.meta.url)), [
    ...[dist, datasetDir, file, String(threads)],
  ]);
  const engine: Round[] = [];
  const batch: Round[] = [];
  const rounds = isQuick ? ROUNDS.quick : ROUNDS.usual;
  const warmUpRounds = isQuick ? WARM_UP_ROUNDS.quick : WARM_UP_ROUNDS.usual;
  try {
    await once(peer, 'message');
    for (let round = -warmUpRounds; round < rounds; round += 1) {
      const asked = await askEngine(peer);
      const sent = await sendBatch(port, csv, texts.length, cpuMsOfServer);
      if (round < 0) continue;
      engine.push(asked);
      batch.push(sent);
    }
  } finally {
    peer.kill();
  }
  return { rows: texts.length, rounds, threads, engine: middle(engine), batch: middle(batch) };
}

function middle(rounds: readonly Round[]): Round {
  return { ms: median(rounds.map(({ ms }) => ms)), cpuMs: median(rounds.map(({ cpuMs }) => cpuMs)) };
}

async function addresses({ datasetDir, seed }: BenchContext, rows: number): Promise<string[]> {
  const admin = await openAdminDataset(datasetDir);
  return Array.from(generateAddresses({ admin, rows, seed }), (address, at) =>
    noisyAddress(address, seed, NOISE_CLASSES[at % NOISE_CLASSES.length] ?? 'as written'),
  );
}

async function askEngine(peer: ChildProcess): Promise<Round> {
  peer.send('begin');
  const [round] = (await once(peer, 'message')) as [Round];
  return round;
}

/** Sends all rows as one body. Errors: throws for any status but 200, and for a response without all rows. */
async function sendBatch(
  port: number,
  csv: Buffer,
  rows: number,
  cpuMsOfServer: () => number,
): Promise<Round> {
  const cpuBefore = cpuMsOfServer();
  const startMs = performance.now();
  const sent = request({
    port,
    path: '/v1/batch/geocode',
    method: 'POST',
    headers: { 'content-type': 'text/csv', 'content-length': csv.length },
  });
  const answered = new Promise<number>((resolve, reject) => {
    sent.on('error', reject);
    sent.on('response', (response) => {
      if (response.statusCode !== 200)
        reject(new Error(`the batch was answered with ${response.statusCode}`));
      let lines = 0;
      response.on('data', (part: Buffer) => {
        for (let at = part.indexOf(10); at !== -1; at = part.indexOf(10, at + 1)) lines += 1;
      });
      response.on('end', () => resolve(lines));
      response.on('error', reject);
    });
  });
  sent.end(csv);
  const lines = await answered;
  if (lines !== rows + 1) throw new Error(`the batch was answered with ${lines} lines for ${rows} rows`);
  return { ms: performance.now() - startMs, cpuMs: cpuMsOfServer() - cpuBefore };
}
