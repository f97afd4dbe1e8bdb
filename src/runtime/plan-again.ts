import { createHash } from 'node:crypto';
import { basename, join } from 'node:path';
import { createDurableFs, type DurableFs } from '../base/files/durable-fs.ts';
import { replaceFile } from '../base/files/replace-file.ts';
import { failure } from '../base/errors/geomill-error.ts';
import { readPoint } from '../base/position/read-position.ts';
import { csvOutput } from '../formats/csv-write.ts';
import type { Table, TableRow } from '../formats/read-table.ts';
import type { Job } from '../run/job/job.ts';
import { readTableFile } from '../run/pipeline/rerun/alias-file.ts';
import { dayUnderWay, type DoneRow } from '../run/stages/route-plan.ts';
import { type Calendar, calendarOf, timeFromZero, timeOfDayText } from '../run/stages/route-days.ts';
import { detectDelivery } from '../run/stages/route-detection.ts';
import { AGAIN_COLUMNS, type RouteOptions } from '../run/stages/route-options.ts';
import { compileTemplate } from '../run/stages/template.ts';
import { readTourPlan } from './tour-slots.ts';

/** A day that is planned again. Shape: `done` and `added` are files. */
export interface AgainTask {
  run: string;
  job: Job;
  input: string;
  at: string;
  done?: string | undefined;
  added?: string | undefined;
  /** Folder of the results, in which the input is written. */
  folder: string;
}

/** What is run: the input that was written, the changes of the job, and counts for a sentence. */
export interface AgainRun {
  input: string;
  sets: string[];
  done: number;
  added: number;
}

/**
 * Writes the input of a plan made again: the rows of the run with what was done and which vehicle has their goods, and the new rows behind them.
 *
 * Errors: USAGE for a run without tours, or a time that is none; INPUT_CHANGED for an input that is not that of the run; INPUT_BAD with the line of a file.
 */
export async function prepareAgain({
  run,
  job,
  input,
  at,
  done,
  added,
  folder,
}: AgainTask): Promise<AgainRun> {
  const fs = createDurableFs();
  const { manifest, plans } = await readTourPlan(run);
  const stage = job.stages.find(({ definition }) => definition.name === 'route');
  if (!stage) throw failure('USAGE', 'again.noPlan', { run });
  const { prefix } = stage;
  const stated = stage.options as RouteOptions;
  const calendar = calendarOf(stated);
  const now = timeFromZero(at, calendar);
  if (now === undefined) throw failure('USAGE', 'again.noTime', { at });
  const table = await readTableFile(fs, input);
  if (createHash('sha256').update(table.bytes).digest('hex') !== manifest.input.sha256)
    throw failure('INPUT_CHANGED', 'again.inputChanged', { input, run });
  const doneRows =
    done === undefined ? new Map<number, DoneRow>() : await readDone(fs, done, table, calendar, at);
  const { vehicles, vehicleOf, endsOf } = dayUnderWay(plans, doneRows, now, stated.again?.vehicles);
  const options = detectDelivery(stated, table.columns).options;
  const { start = 'first', end = 'last' } = options;
  const isFirst = start === 'first';
  // The first row of a batch is where its tours begin: it is no stop of what is left.
  const started = new Set(isFirst ? plans.flatMap(({ rows }) => rows[0] ?? []) : []);
  const newRows = added === undefined ? undefined : await readTableFile(fs, added);
  const unknown = newRows?.columns.filter((column) => !table.columns.includes(column)) ?? [];
  if (newRows && unknown.length === newRows.columns.length)
    throw failure('INPUT_BAD', 'again.otherColumns', { added: added ?? '', columns: table.columns });
  const batch = compileTemplate(stated.batch, table.columns);
  const batchOf = ({ cell }: TableRow) => ('faults' in batch ? '' : batch.render(table.columns.map(cell)));
  const earlier = new Set<string>(Object.values(AGAIN_COLUMNS));
  const columns = table.columns.filter((column) => !earlier.has(column));
  const lineOf = (row: TableRow, number?: number) => {
    const ends = endsOf.get(batchOf(row));
    const before = row.cell(AGAIN_COLUMNS.served);
    const isStart = number !== undefined && started.has(number);
    const words =
      number === undefined ? '' : (doneRows.get(number)?.words ?? (isStart ? `yes ${at}` : before));
    const vehicle = number === undefined ? '' : (vehicleOf.get(number) ?? '');
    const cellOf = (column: string) => row.cell(column);
    return [
      ...columns.map(cellOf),
      ...[words, vehicle],
      ...[isFirst ? (ends?.start ?? '') : cellOf(AGAIN_COLUMNS.start)],
      ...[isFirst || end === 'last' ? (ends?.end ?? '') : cellOf(AGAIN_COLUMNS.end)],
    ];
  };
  const lines = [
    ...table.rows.map((row) => lineOf(row, row.number)),
    ...(newRows?.rows ?? []).map((row) => lineOf(row)),
  ];
  const { served, vehicle, start: startColumn, end: endColumn } = AGAIN_COLUMNS;
  const writer = csvOutput.open(
    [...columns, served, vehicle, startColumn, endColumn].map((name) => ({ name, type: 'any' })),
  );
  const path = join(folder, 'again', `${basename(input).replace(/\.[^.]*(?:\.gz)?$/, '')}.csv`);
  await fs.makeFolder(join(folder, 'again'));
  await replaceFile(
    fs,
    path,
    writer.head + writer.encode(lines.map((values) => ({ values, position: null }))),
  );
  const again = { now: at, vehicles };
  return {
    input: path,
    sets: [
      `${prefix}.again=${JSON.stringify(again)}`,
      ...(isFirst ? [`${prefix}.start={${startColumn}}`] : []),
      ...(end === 'last' ? [`${prefix}.end={${endColumn}}`] : []),
    ],
    done: doneRows.size,
    added: newRows?.rows.length ?? 0,
  };
}

/**
 * Reads what drivers have done, as their pages export it.
 *
 * Shape: `row` is the number of the row in the input, `served` yes, no or empty; `time`, `note`, `lat` and `lon` may be left out. Of two lines of one row the
 * later one counts.
 */
async function readDone(
  fs: DurableFs,
  path: string,
  input: Table,
  calendar: Calendar,
  at: string,
): Promise<Map<number, DoneRow>> {
  const { columns, rows } = await readTableFile(fs, path);
  const missing = ['row', 'served'].filter((name) => !columns.includes(name));
  if (missing.length > 0) throw failure('INPUT_BAD', 'again.doneColumns', { path, missing });
  const done = new Map<number, DoneRow>();
  for (const { line, cell } of rows) {
    const text = cell('served').trim();
    if (text === '') continue;
    const isServed = YES.test(text);
    const row = Number(cell('row'));
    const time = cell('time').trim();
    const seconds = time === '' ? undefined : timeFromZero(time, calendar);
    const isKnown = Number.isInteger(row) && row >= 1 && row <= input.rows.length;
    if (!isKnown || (!isServed && !NO.test(text)) || (time !== '' && seconds === undefined))
      throw failure('INPUT_BAD', 'again.doneRow', {
        ...{ path, line, rows: input.rows.length },
        kind: !isKnown ? 'row' : time !== '' && seconds === undefined ? 'time' : 'served',
      });
    const point = cell('lat') === '' ? undefined : readPoint(`${cell('lat')},${cell('lon')}`);
    const when = seconds === undefined ? `before ${at}` : timeOfDayText(seconds + calendar.zero).slice(0, 5);
    done.set(row, {
      words: [isServed ? 'yes' : 'no', when, cell('note').trim()].filter(Boolean).join(' '),
      seconds,
      position: point === undefined || 'fault' in point ? undefined : point,
    });
  }
  return done;
}

const YES = /^(?:yes|y|1|true|served|có|rồi|đã giao)$/iu;
const NO = /^(?:no|n|0|false|không|chưa)$/iu;
