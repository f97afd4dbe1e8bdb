import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { convert } from './convert.ts';
import { country } from './country.ts';
import { checkpoints, forcode } from './forcode-speed.ts';
import { files } from './files.ts';
import { imagery } from './imagery.ts';
import { loadInternals } from './load-internals.ts';
import { createMeasure, type Internals, type Measurement } from './measurement.ts';
import { memory } from './memory.ts';
import { nights } from './nights.ts';
import { outputs } from './outputs.ts';
import { peers } from './peers/peers.ts';
import { queue } from './queue.ts';
import { reading } from './reading/reading.ts';
import { remoteDown, remoteKey } from './remote-refused.ts';
import { remoteDelay, remoteFast } from './remote-speed.ts';
import { remote503, remoteCap, remoteHang } from './remote-trouble.ts';
import { recordTable } from './record.ts';
import { report } from './report.ts';
import { requestCost } from './request-cost.ts';
import { routingDirections, routingInstances, routingOrder, routingSpeed } from './routing.ts';
import { searchSpeed } from './search-speed.ts';
import { serverLong } from './server-long.ts';
import { server } from './server.ts';
import { spatial } from './spatial.ts';
import { start } from './start.ts';
import { suggest } from './suggest.ts';
import { tableText } from './table.ts';
import { viewer } from './viewer.ts';
import { where } from './where.ts';

const MEASUREMENTS: readonly Measurement[] = [
  // First: on Linux a child process counts the peak of this one as its own.
  start,
  remoteDelay,
  remoteFast,
  remoteCap,
  remote503,
  remoteHang,
  remoteDown,
  remoteKey,
  forcode,
  memory,
  checkpoints,
  searchSpeed,
  convert,
  spatial,
  suggest,
  imagery,
  peers,
  routingDirections,
  routingOrder,
  routingInstances,
  routingSpeed,
  server,
];
/** Run by name only. */
const LONG: readonly Measurement[] = [
  serverLong,
  viewer,
  report,
  outputs,
  queue,
  nights,
  requestCost,
  files,
  where,
  country,
  reading,
];
const USAGE = `Measures Geomill and prints a table for each measurement.

  make bench [ARGS="quick NAME ... --dist FOLDER --against FOLDER --seed N --profile FOLDER"]

quick      small figures, in about a minute; all of it takes about a quarter of an hour
NAME       ${MEASUREMENTS.map(({ name }) => name).join(', ')}; all when left out; or ${LONG.map(({ name }) => name).join(', ')}
--dist     the built code to measure (default dist); inner parts (spatial, suggest, imagery, peers, routing) are measured from src/
--against  folder of another checkout, built, whose cost "files" shows beside
--profile  folder for a CPU profile of each process
--seed     seed of the inputs (default 1)
--record   file that gets the tables as JSON; docs/figures.json is what README and docs show (then \`make docs\`)
TMPDIR     says on which disk inputs and outputs are written, 4 GB at most
`;

const root = fileURLToPath(new URL('../..', import.meta.url));
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    dist: { type: 'string', default: join(root, 'dist') },
    seed: { type: 'string', default: '1' },
    profile: { type: 'string' },
    record: { type: 'string' },
    against: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});
const names = positionals.filter((name) => name !== 'quick');
const unknown = names.filter((name) => ![...MEASUREMENTS, ...LONG].some((each) => each.name === name));
if (values.help || unknown.length > 0) {
  if (unknown.length > 0) console.error(`There is no measurement called ${unknown.join(', ')}.\n`);
  console.error(USAGE);
  process.exit(values.help ? 0 : 64);
}
const dist = resolve(values.dist);
if (!existsSync(join(dist, 'index.js'))) {
  console.error(`There is nothing built in ${dist}: run make build first.`);
  process.exit(66);
}

const profiling = values.profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${values.profile}`];

let internals: Promise<Internals> | undefined;
const folder = await mkdtemp(join(tmpdir(), 'geomill-bench-'));
const removeFolder = () => rm(folder, { recursive: true, force: true });
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void removeFolder().finally(() => process.exit(130)));
}
try {
  const load = loadavg()[0] ?? 0;
  console.log(
    `node ${process.version}, ${cpus().length} x ${cpus()[0]?.model ?? 'unknown processor'}, load ${load.toFixed(1)}, files in ${tmpdir()}, seed ${values.seed}\n`,
  );
  for (const measurement of [...MEASUREMENTS, ...LONG]) {
    const isAsked =
      names.length === 0 ? MEASUREMENTS.includes(measurement) : names.includes(measurement.name);
    if (!isAsked) continue;
    process.stderr.write(`${measurement.name}\n`);
    const inputs = await mkdtemp(join(folder, `${measurement.name}-`));
    const tables = await measurement.run({
      isQuick: positionals.includes('quick'),
      folder: inputs,
      dist,
      internals: () => (internals ??= loadInternals(root)),
      datasetDir: join(root, 'fixtures', 'starter'),
      against: values.against && resolve(values.against),
      seed: Number(values.seed),
      measure: createMeasure(dist, inputs, profiling),
    });
    for (const [index, table] of [tables].flat().entries()) {
      console.log(tableText(table));
      if (values.record === undefined) continue;
      const quick = positionals.includes('quick') ? 'quick ' : '';
      const command = `make bench ARGS="${quick}${measurement.name}"`;
      const name = index === 0 ? measurement.name : `${measurement.name}-${index + 1}`;
      recordTable(values.record, name, command, table);
    }
    await rm(inputs, { recursive: true, force: true });
  }
} finally {
  await removeFolder();
}
