import { createWriteStream } from 'node:fs';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Feature } from '../../../src/dataset/features.ts';
import type { AdminDataset } from '../../../src/engine/gazetteer/units/units.ts';
import { fold } from '../../../src/base/text/fold.ts';
import { generateAddresses, type GeneratedAddress } from '../generate-addresses.ts';
import type { BenchContext, Measurement } from '../measurement.ts';
import { NOISE_CLASSES, noisyAddress } from '../noisy-addresses.ts';
import { createRandom } from '../random.ts';
import { megabytes, percent, seconds, whole } from '../table.ts';
import { askOurs } from './ask-ours.ts';
import type { PeerQuestions, PeerResult, PeerRow, PeerScore } from './peer-protocol.ts';
import { askMiniSearch, askSqlite, type PeerFiles } from './run-peers.ts';

const QUESTIONS = 5000;
const MOST_MINISEARCH_ROWS = 100_000;
const METERS_PER_DEGREE = 111_195;

/** Measures other engines beside ours, on the same rows and the same questions. */
export const peers: Measurement = {
  name: 'peers',
  async run(context) {
    const internals = await context.internals();
    const admin = await internals.openAdminDataset(context.datasetDir);
    const measured: string[][] = [];
    const notes: string[] = [];
    const sizes = context.isQuick ? [20_000] : [100_000, 1_000_000];
    for (const rows of sizes) {
      const addresses = () => generateAddresses({ admin, rows, seed: context.seed });
      const questions = questionsFrom(addresses(), rows, context.seed);
      const files = await writeFiles(context, addresses(), questions);
      const add = (engine: string, result: PeerResult | string): void => {
        if (typeof result === 'string') notes.push(`${engine}, ${whole(rows)} rows: left out, ${result}`);
        else measured.push([`${engine}, ${whole(rows)}`, ...cellsOf(result)]);
      };
      add('Geomill', await askOurs(internals, admin, () => featuresOf(admin, rows, context.seed), questions));
      add('SQLite FTS5 + R*Tree', await askSqlite(files));
      if (rows > MOST_MINISEARCH_ROWS)
        add('MiniSearch', 'building it takes more than a quarter of an hour and 3 GB');
      else add('MiniSearch', await askMiniSearch(files));
    }
    return {
      title: 'peers: other engines on the same rows and questions, questions per CPU second of one thread',
      columns: [
        ...[
          'engine, rows',
          'autocomplete',
          'p99 ms',
          'forward',
          'p99 ms',
          'within 100 m',
          'reverse',
          'p99 ms',
        ],
        ...['build CPU s', 'RSS MB'],
      ],
      rows: measured,
      notes: [
        ...notes,
        'SQLite through python3, in memory; peers are given rows and questions folded by us, and stop a kind of question after 20 CPU seconds',
        'forward: 13 classes of noise in equal parts; RSS of Geomill is what its process grew by, tables and what building them left behind included',
      ],
    };
  },
};

function* featuresOf(admin: AdminDataset, rows: number, seed: number): Generator<Feature> {
  for (const { id, number, street, former, position } of generateAddresses({ admin, rows, seed })) {
    yield { kind: 'house', key: id, number, street, units: former, position };
  }
}

/** Makes questions of addresses all over the rows. */
function questionsFrom(addresses: Iterable<GeneratedAddress>, rows: number, seed: number): PeerQuestions {
  const random = createRandom(seed);
  const autocomplete: string[] = [];
  const forward: { text: string; truth: GeneratedAddress['position'] }[] = [];
  const reverse: GeneratedAddress['position'][] = [];
  const every = Math.max(1, Math.floor(rows / QUESTIONS));
  let row = 0;
  for (const address of addresses) {
    row += 1;
    if (row % every !== 0) continue;
    const line = lineOf(address);
    // Without its number half of the time, and at least a letter of it.
    const typed = random() < 0.5 ? line : line.slice(address.number.length + 1);
    autocomplete.push(fold(typed.slice(0, 1 + Math.floor(random() * Math.min(30, typed.length - 1)))));
    const noise = NOISE_CLASSES[forward.length % NOISE_CLASSES.length] ?? 'as written';
    forward.push({ text: noisyAddress(address, seed, noise), truth: address.position });
    const off = () => ((random() - 0.5) * 60) / METERS_PER_DEGREE;
    reverse.push({ lat: address.position.lat + off(), lon: address.position.lon + off() });
  }
  return { autocomplete, forward, reverse };
}

function lineOf({ number, street, former }: GeneratedAddress): string {
  return [`${number} ${street}`, former.ward, former.district, former.province].join(', ');
}

async function writeFiles(
  { folder }: BenchContext,
  addresses: Iterable<GeneratedAddress>,
  questions: PeerQuestions,
): Promise<PeerFiles> {
  const files = { rows: join(folder, 'rows.ndjson'), questions: join(folder, 'questions.json') };
  const file = createWriteStream(files.rows);
  for (const address of addresses) {
    const row: PeerRow = { text: fold(lineOf(address)), ...address.position };
    if (!file.write(`${JSON.stringify(row)}\n`)) await once(file, 'drain');
  }
  file.end();
  await once(file, 'close');
  const forward = questions.forward.map(({ text, truth }) => ({ text: fold(text), truth }));
  await writeFile(files.questions, JSON.stringify({ ...questions, forward }));
  return files;
}

function cellsOf({ autocomplete, forward, reverse, buildSeconds, rssBytes }: PeerResult): string[] {
  return [
    ...[perSecond(autocomplete), p99(autocomplete), perSecond(forward), p99(forward)],
    ...[forward === undefined ? '-' : percent(forward.hits), perSecond(reverse), p99(reverse)],
    ...[seconds(buildSeconds * 1000, 1), megabytes(rssBytes)],
  ];
}

function perSecond(score: PeerScore | undefined): string {
  return score === undefined ? '-' : whole(score.asked / (score.cpuMs / 1000));
}

function p99(score: PeerScore | undefined): string {
  return score === undefined ? '-' : score.p99Ms.toFixed(score.p99Ms < 1 ? 3 : 1);
}
