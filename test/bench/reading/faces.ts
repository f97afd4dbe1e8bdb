import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import type * as Library from '../../../src/index.ts';

/** What a response or a row of a result says, whichever operation it is of; an absent value is an empty string. */
export interface Answer {
  status: string;
  level: string;
  confidence: number;
  /** The ward in force and the province in force. */
  ward: string;
  wardCode: string;
  province: string;
  provinceCode: string;
  /** The former ward and its district. */
  old: string;
  district: string;
  house: string;
  street: string;
  label: string;
  line: string;
  verdict: string;
  lat: number;
  lon: number;
}

/** A finished run: its exit code, what it printed, and its rows. */
export interface Ran {
  exit: number;
  said: string;
  rows: Answer[];
}

/** The faces of Geomill that measures use: the port of the local service, and the command line over files. */
export interface Faces {
  geocode(text: string): Promise<Answer>;
  convert(parameters: Readonly<Record<string, string>>): Promise<Answer>;
  run(args: readonly string[]): Promise<Ran>;
  /** Runs a job over rows of these columns, written as CSV. */
  runRows(
    stage: string,
    options: Readonly<Record<string, string>>,
    columns: readonly string[],
    rows: Iterable<readonly string[]>,
  ): Promise<Answer[]>;
}

/** Writes rows as CSV, each cell in quotes. */
export function csvText(columns: readonly string[], rows: Iterable<readonly string[]>): string {
  const cell = (value: string): string => `"${value.replaceAll('"', '""')}"`;
  return [columns, ...rows].map((row) => `${row.map(cell).join(',')}\n`).join('');
}

type Json = Record<string, unknown>;
const at = (json: unknown, key: string): Json => ((json as Json | undefined)?.[key] ?? {}) as Json;
const text = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';

/** Opens a dataset by the library; `dist` is the folder of the built command line, without which runs are those of the library, too. */
export async function openFaces(
  { openService, parseJob, runJob }: Pick<typeof Library, 'openService' | 'parseJob' | 'runJob'>,
  datasetDir: string,
  dist?: string,
): Promise<Faces> {
  const opened = await openService({ kind: 'local', datasetDir });
  const { service } = opened;
  // Threads run the built code: a test of the sources converts in its own thread.
  const { shared, ...alone } = opened;
  const ofRuns = dist === undefined || shared === undefined ? alone : opened;
  return {
    geocode: async (query) => {
      // A text that is refused has no answer.
      const answered = await service.geocodeForward({ text: query, size: 1 }).catch(() => ({ features: [] }));
      const { features } = answered as unknown as {
        features: { geometry?: { coordinates?: number[] } | null; properties: Json }[];
      };
      const [first] = features;
      return first === undefined
        ? fromRow({ geocode_status: 'not_found', geocode_level: 'none' }, 'geocode')
        : fromFeature(first.properties, first.geometry?.coordinates);
    },
    convert: async (parameters) => fromConverted(await service.convert(parameters)),
    run: (args) => (dist === undefined ? runFile(args) : runCommand(dist, datasetDir, args)),
    runRows: async (stage, options, columns, rows) => {
      const folder = await mkdtemp(join(tmpdir(), 'geomill-reading-'));
      try {
        const input = join(folder, 'rows.csv');
        await writeFile(input, csvText(columns, rows));
        return await runJobOver(stage, options, input);
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
  };

  /** Runs a job over a file in this process, to CSV. */
  async function runJobOver(stage: string, options: object, input: string): Promise<Answer[]> {
    const outputDir = await mkdtemp(join(tmpdir(), 'geomill-reading-'));
    try {
      const text = JSON.stringify({ name: stage, stages: [{ [stage]: options }], outputs: ['csv'] });
      const job = await parseJob(text, { file: 'bench' });
      await runJob({ job, service: ofRuns, input, outputDir, mode: 'restart', workers: 1 });
      return await readAnswers(outputDir, stage);
    } finally {
      await rm(outputDir, { recursive: true, force: true });
    }
  }

  /** Runs what `args` of the command line say, as far as they are stage, `--input` and `--set` of the stage. */
  async function runFile([stage = '', ...args]: readonly string[]): Promise<Ran> {
    const options = args.flatMap((arg) => {
      const [, name = '', value = ''] = /^\w+\.(\w+)=(.*)$/u.exec(arg) ?? [];
      return name === '' ? [] : [[name, value]];
    });
    try {
      const input = args[args.indexOf('--input') + 1] ?? '';
      return {
        exit: 0,
        said: '',
        rows: await runJobOver(stage, Object.fromEntries(options) as object, input),
      };
    } catch (error) {
      return { exit: 1, said: String(error), rows: [] };
    }
  }
}

function fromFeature(properties: Json, [lon = NaN, lat = NaN]: number[] = []): Answer {
  const own = at(properties, 'geomill');
  const [former, current] = [at(own, 'old'), at(own, 'new')];
  return {
    status: own.ambiguity === undefined || own.ambiguity === null ? 'ok' : 'ambiguous',
    level: text(own.level),
    confidence: Number(own.confidence),
    ward: text(current.ward),
    wardCode: text(current.ward_code),
    province: text(current.province),
    provinceCode: text(current.province_code),
    old: text(former.ward),
    district: text(former.district),
    house: text(properties.housenumber),
    street: text(properties.street),
    label: text(properties.label),
    ...{ line: '', verdict: '', lat, lon },
  };
}

function fromConverted(converted: Json): Answer {
  const [former, current] = [at(converted, 'from'), at(converted, 'to')];
  const isAnswered = converted.status === 'OK';
  return {
    status: isAnswered ? (converted.ambiguity === null ? 'ok' : 'ambiguous') : 'not_found',
    level: isAnswered ? text(converted.level) : 'none',
    confidence: Number(converted.confidence),
    ward: text(current.ward),
    wardCode: text(current.ward_code),
    province: text(current.province),
    provinceCode: text(current.province_code),
    old: text(former.ward),
    district: text(former.district),
    line: text(current.line),
    ...{ house: '', street: '', label: '', verdict: '', lat: NaN, lon: NaN },
  };
}

function fromRow(row: Readonly<Record<string, string>>, stage: string): Answer {
  const cell = (name: string, ...others: string[]): string =>
    [name, ...others].map((each) => row[`${stage}_${each}`]).find((value) => value !== undefined) ?? '';
  const number = (name: string): number => (cell(name) === '' ? NaN : Number(cell(name)));
  return {
    status: cell('status'),
    level: cell('level'),
    confidence: number('confidence'),
    ward: cell('ward_new', 'to_ward'),
    wardCode: cell('ward_code_new', 'to_ward_code'),
    province: cell('province_new', 'to_province'),
    provinceCode: cell('province_code_new', 'to_province_code'),
    old: cell('ward_old', 'from_ward'),
    district: cell('district_old', 'from_district'),
    house: cell('house_number'),
    street: cell('street'),
    label: cell('label'),
    line: cell('line'),
    verdict: cell('verdict'),
    lat: number('lat'),
    lon: number('lon'),
  };
}

/** Runs the command line (`args` without the word "run") to CSV. */
async function runCommand(dist: string, datasetDir: string, args: readonly string[]): Promise<Ran> {
  const output = await mkdtemp(join(tmpdir(), 'geomill-reading-'));
  try {
    const all = [join(dist, 'cli', 'main.cjs'), 'run', ...args, '--output', join(output, 'run')];
    const options = [
      '--set',
      'outputs=csv',
      '--dataset',
      datasetDir,
      '--no-report',
      '--yes',
      '--workers',
      '1',
    ];
    const { exit, said } = await new Promise<{ exit: number; said: string }>((resolve) => {
      execFile(process.execPath, [...all, ...options], { maxBuffer: 2 ** 26 }, (error, stdout, stderr) =>
        resolve({ exit: error === null ? 0 : Number(error.code ?? -1), said: stdout + stderr }),
      );
    });
    return { exit, said, rows: await readAnswers(join(output, 'run'), args[0] ?? '') };
  } finally {
    await rm(output, { recursive: true, force: true });
  }
}

/** Reads the results of a run; there are none where it stopped before its end. */
async function readAnswers(folder: string, stage: string): Promise<Answer[]> {
  const names = await readdir(folder).catch(() => []);
  const name = names.find((each) => /\.[ct]sv$/u.test(each));
  if (name === undefined) return [];
  const table = await readFile(join(folder, name), 'utf8');
  const delimiter = name.endsWith('.tsv') ? '\t' : ',';
  const rows = parse<Record<string, string>>(table, { columns: true, delimiter });
  return rows.map((row) => fromRow(row, stage));
}
