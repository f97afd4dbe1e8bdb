import { spawnSync } from 'node:child_process';
import { cpus, release } from 'node:os';
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { hashOf } from '../bench/noisy-addresses.ts';
import { recordTable } from '../bench/record.ts';
import { tableText, type Table } from '../bench/table.ts';
import { openBenchmarkEngines, ENGINE_NAMES, SAMPLE_ROWS } from './engines/benchmark-engines.ts';
import { DATA_FOLDER, readFold } from './rows/read-data.ts';
import type { BenchmarkRow } from './rows/row.ts';
import type { ScoredEngine } from './engines/engine.ts';
import type { WardOf } from './score/score-rows.ts';
import { engineTable, lostTable, riskTable, strataTable, type Answered } from './score/score-tables.ts';

/** Usage of the benchmark itself. */
export const RUN_USAGE = `npx tsx test/benchmark/main.ts [options]
  --data DIR       fold to answer; default test/benchmark/data
  --only NAMES     engines, separated by commas: ${ENGINE_NAMES.join(', ')}; default all that can run
  --http NAME=URL  one more geocoder over HTTP, may be repeated. NAME is nominatim, photon, pelias or google with the base address,
                   or any other with the whole address, {query} where the text belongs
  --rate N         requests a second to geocoders of --http; default 1, as public services ask for
  --command CMD    one more engine: a shell command that reads CSV (id,address) and writes CSV (id,ward_code,lat,lon,confidence)
  --limit N        answer only N texts, a sample of all rows; default ${SAMPLE_ROWS} where a plain index is among the engines, else all
  --dataset DIR    dataset of Geomill and boundaries of the wards; default fixtures/starter
  --shared DIR     sources of streets and houses, for the held-out dataset and the plain indexes; default ../shared/data
  --results FILE   also write the tables as Markdown
  --record FILE    also write the table of engines into a file of figures; docs/figures.json is what README shows
`;

/** Answers the rows of a fold with all engines that can run, and prints the scores. */
export async function runBenchmark(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      data: { type: 'string', default: DATA_FOLDER },
      only: { type: 'string', default: ENGINE_NAMES.join(',') },
      http: { type: 'string', multiple: true, default: [] },
      rate: { type: 'string', default: '1' },
      command: { type: 'string' },
      limit: { type: 'string' },
      dataset: { type: 'string', default: 'fixtures/starter' },
      shared: { type: 'string', default: '../shared/data' },
      results: { type: 'string' },
      record: { type: 'string' },
    },
  });
  const all = readFold(values.data);
  const opened = await openBenchmarkEngines({ ...values, perSecond: Number(values.rate), rows: all });
  // All engines answer the same rows.
  const rows = sampleOf(all, Number(values.limit ?? (opened.isSlow ? SAMPLE_ROWS : all.length)));
  try {
    const remarks = [...opened.skipped.map((reason) => `Left out: ${reason}`), ...opened.notes];
    for (const remark of remarks) process.stdout.write(`${remark}\n`);
    const engines: Answered[] = [];
    for (const engine of opened.engines) {
      const startedMs = performance.now();
      engines.push(await answerWith(engine, rows));
      process.stdout.write(`${engine.name}: ${((performance.now() - startedMs) / 1000).toFixed(0)} s\n`);
    }
    const tables = tablesOf(rows, engines, opened.wardOf);
    process.stdout.write(`\n${tables.map(tableText).join('\n')}`);
    if (values.record !== undefined && tables[0] !== undefined)
      recordTable(
        values.record,
        'benchmark',
        `npx tsx test/benchmark/main.ts --only ${values.only}`,
        tables[0],
      );
    if (values.results !== undefined)
      writeFileSync(values.results, resultsText(values.data, args, tables, remarks));
  } finally {
    await opened.close();
  }
}

async function answerWith(engine: ScoredEngine, rows: readonly BenchmarkRow[]): Promise<Answered> {
  const started = process.cpuUsage();
  const answers = await engine.answer(rows.map(({ query }) => query));
  const { user, system } = process.cpuUsage(started);
  return { name: engine.name, answers, cpuSeconds: engine.isCommand ? NaN : (user + system) / 1e6 };
}

function tablesOf(rows: readonly BenchmarkRow[], engines: readonly Answered[], wardOf: WardOf): Table[] {
  const strata = (['kind', 'epoch', 'city', 'shape'] as const).map((name) =>
    strataTable(name, rows, engines, wardOf),
  );
  return [
    engineTable(rows, engines, wardOf),
    riskTable(rows, engines, wardOf),
    ...strata,
    lostTable(rows, engines),
  ];
}

/** Returns some of the rows, drawn by a hash of their id: rows at equal distances would be of some shapes only, which take turns. */
function sampleOf(rows: readonly BenchmarkRow[], count: number): readonly BenchmarkRow[] {
  if (count >= rows.length) return rows;
  return [...rows].sort((a, b) => hashOf(`sample ${a.id}`) - hashOf(`sample ${b.id}`)).slice(0, count);
}

function resultsText(
  data: string,
  args: readonly string[],
  tables: readonly Table[],
  remarks: readonly string[],
): string {
  const commit = spawnSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).stdout.trim();
  const machine = `${cpus()[0]?.model.trim()}, ${cpus().length} cores, Linux ${release()}, Node ${process.version}`;
  const head = [
    `# Results, ${new Date().toISOString().slice(0, 10)}`,
    `Commit ${commit}, rows of \`${data}\`. ${machine}.`,
    `\`\`\`sh\nnpx tsx test/benchmark/main.ts ${args.join(' ')}\n\`\`\``,
    ...remarks.map((remark) => `${remark}.`),
  ];
  const bodies = tables.map(({ title, columns, rows }) => {
    const line = (cells: readonly string[]): string =>
      `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
    const rule = line(columns.map((_, at) => (at === 0 ? '---' : '--:')));
    return [`## ${title}`, '', line(columns), rule, ...rows.map(line)].join('\n');
  });
  return `${[...head, ...bodies].join('\n\n')}\n`;
}
