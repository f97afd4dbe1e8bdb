import type { FoundLayout } from '../../../formats/inspect.ts';
import type { StageSpec } from '../job-spec.ts';
import { nameInputColumns, type PlannedStages } from '../plan-stages.ts';
import { cellText } from '../../../base/text/cell-text.ts';
import { DISTRICT_KEYS } from '../../../base/text/district-names.ts';
import { fold, foldKey } from '../../../base/text/fold.ts';
import { isFormerProvinceName, isProvinceName } from '../../../base/text/province-names.ts';
import { share } from './judgement.ts';
import { createFramer } from '../../../formats/framer.ts';
import { createRowReader } from '../../../formats/inputs.ts';
import { asBuffer } from '../../../formats/lines.ts';
import { type Frame, isBadRow } from '../../../formats/record.ts';
import { type DurableFs, readBytes } from '../../../base/files/durable-fs.ts';
import { type DataSource, openData } from '../input/chunk-reader.ts';
import { HEADER_SEPARATOR, looksLikeValue } from '../../../base/text/header-names.ts';
import { messagesIn } from '../../../base/messages/message.ts';
import { addressTemplate, noColumnLike } from '../../stages/find-columns.ts';

/**
 * Returns the layout of an input with what its sample says: of the columns for codes of units, and of the period of its addresses. `read` returns the sample; it is called for
 * jobs with such columns, or with such addresses.
 */
export async function withSampleFacts(
  stages: readonly Pick<StageSpec, 'definition' | 'options'>[],
  found: FoundLayout,
  read: () => Promise<SampleBytes>,
): Promise<FoundLayout> {
  let bytes: Promise<SampleBytes> | undefined;
  const readOnce = (): Promise<SampleBytes> => (bytes ??= read());
  const layout = await withDigits(stages, found, readOnce);
  const { names } = nameInputColumns(layout.columns);
  for (const { definition, options } of stages) {
    if (!('text_units' in definition.options.properties) || options.text_units !== undefined) continue;
    const plan = definition.plan(options, { columns: names, hasPosition: false });
    if ('faults' in plan || !('reading' in plan)) continue;
    const texts = sampleRows(await readOnce(), layout).rows.flatMap(({ cells }) => {
      const reading = plan.reading?.({ cells, position: null }) ?? 'empty';
      return reading !== 'empty' && 'text' in reading ? [reading.text] : [];
    });
    if (isOfUnitsSince2025(texts)) return { ...layout, period: 'new' };
  }
  return layout;
}

/** Returns the columns that alone are the value of an option for codes. */
function codeColumns(stages: readonly Pick<StageSpec, 'definition' | 'options'>[]): string[] {
  return stages.flatMap(({ definition, options }) =>
    (definition.codeOptions ?? []).flatMap((name) => {
      const option = options[name];
      const [, column] = typeof option === 'string' ? (/^\{([^{}]*)\}$/.exec(option) ?? []) : [];
      return column === undefined ? [] : [column];
    }),
  );
}

/** Returns the most digits of a value of those columns that have only digits in a sample. Shape: undefined where none has. */
function digitColumns(
  names: readonly string[],
  { columns, rows }: Pick<Sample, 'columns' | 'rows'>,
): Record<string, number> | undefined {
  const found = names.flatMap((name): [string, number][] => {
    const at = columns.indexOf(name);
    const texts = rows.map(({ cells }) => cellText(cells[at]).trim()).filter((text) => text !== '');
    const isOfDigits = texts.length > 0 && texts.every((text) => /^\d+$/.test(text));
    return isOfDigits ? [[name, Math.max(...texts.map(({ length }) => length))]] : [];
  });
  return found.length === 0 ? undefined : Object.fromEntries(found);
}

/** Returns the layout of an input with what its sample says of the columns for codes of units. `read` returns the sample; it is called for jobs with such columns. */
export async function withDigits(
  stages: readonly Pick<StageSpec, 'definition' | 'options'>[],
  layout: FoundLayout,
  read: () => Promise<SampleBytes>,
): Promise<FoundLayout> {
  const names = codeColumns(stages).filter((name) => layout.columns.includes(name));
  const digits = names.length === 0 ? undefined : digitColumns(names, sampleRows(await read(), layout));
  return digits === undefined ? layout : { ...layout, digits };
}

/** Characters of a text that are read: no address has more. */
const MOST_CHARACTERS = 4_000;
/** Texts from which on a share of them says something. */
const TEXTS_MIN = 10;
/** Share of texts that can only be of the units since July 2025, and of those that can only be of earlier ones, for a file of the new ones. */
const MOST = 0.5;
const FEW = 0.05;
const COUNTRY = /^(?:viet ?nam|vn)?[ .]*$/;
const PROVINCE_WORD = /^(?:thanh pho|tinh|tp|t)[. ]+/;
const DISTRICT_WORD = /^(?:quan|huyen|thi xa|tx|q|h)(?:[. ]+(?=[a-z])|[. ]*\d)|^(?:thanh pho|tp)[. ]+/;
const STREET_WORD = /^(?:duong|pho|ngo|hem|ngach|kiet|so|\d)/;

/**
 * Returns the period that the units of a text can only be of; undefined if it can be either.
 *
 * Shape: since July 2025 a province contains wards, without a district between them; a part that may be the name of a district decides nothing.
 */
function periodOf(text: string): 'new' | 'former' | undefined {
  const parts = fold(text.slice(0, MOST_CHARACTERS))
    .split(/[,;]/)
    .map((part) => part.trim())
    .filter((part) => !COUNTRY.test(part));
  const province = (parts.pop() ?? '').replace(PROVINCE_WORD, '');
  if (isFormerProvinceName(province)) return 'former';
  const ward = parts.at(-1);
  if (ward === undefined || !isProvinceName(province)) return undefined;
  if (parts.some((part) => DISTRICT_WORD.test(part))) return 'former';
  if (STREET_WORD.test(ward) || parts.some((part) => DISTRICT_KEYS.has(foldKey(part)))) return undefined;
  return 'new';
}

/** Reports whether most of some texts can only be of the units since July 2025. Shape: false for few texts. */
function isOfUnitsSince2025(texts: readonly string[]): boolean {
  const periods = texts.map(periodOf);
  const of = (period: 'new' | 'former') =>
    share(periods.filter((each) => each === period).length, periods.length);
  return texts.length >= TEXTS_MIN && of('new') > MOST && of('former') <= FEW;
}

/** Rows of a sample at most. */
const SAMPLE_ROWS = 200;
/** The beginning of the input that the rows of a sample are spread over. Units: bytes. */
const SAMPLE_BYTES = 512 << 10;
const MOST_FRAMES = 20_000;

/**
 * Rows of the beginning of an input. Shape: `rejected` rows of the sample could not be read, the others have `cells`; `number` counts from 1; `about` is the number of rows
 * of the input, by the size of the first ones; those of the sample when left out.
 */
export interface Sample {
  columns: readonly string[];
  rows: readonly { number: number; cells: readonly unknown[] }[];
  rejected: number;
  about?: number;
}

/** The beginning of an input, whether it is all of it, and how many bytes that is. */
export interface SampleBytes {
  bytes: Uint8Array;
  isWhole: boolean;
  /** Those of `bytes` when left out. */
  wholeBytes?: number;
}

/** Reads the beginning of an input from the file that its rows are read from. Errors: IO. */
export async function readSampleBytes(
  fs: DurableFs,
  data: DataSource,
  layout: FoundLayout,
): Promise<SampleBytes> {
  const file = await openData(fs, data);
  try {
    const wholeBytes = Math.max(0, (await file.size()) - layout.dataOffset);
    const bytes = await readBytes(file, layout.dataOffset, Math.min(SAMPLE_BYTES, wholeBytes));
    const isWhole = layout.dataOffset + bytes.length >= (await file.size());
    return { bytes, isWhole, wholeBytes };
  } finally {
    await file.close();
  }
}

/** Reads the sample of an input from the file that its rows are read from. Errors: IO. */
export async function readSample(fs: DurableFs, data: DataSource, layout: FoundLayout): Promise<Sample> {
  return sampleRows(await readSampleBytes(fs, data, layout), layout);
}

/** Returns rows that are spread over the records of some bytes, which begin with one. */
export function sampleRows(
  { bytes: from, isWhole, wholeBytes = from.length }: SampleBytes,
  layout: FoundLayout,
): Sample {
  const bytes = asBuffer(from);
  const frames: Frame[] = [];
  createFramer(layout).frame(bytes, 0, isWhole, MOST_FRAMES, frames);
  const readBytes = frames.at(-1)?.end ?? 0;
  const about = readBytes === 0 ? 0 : Math.round((frames.length * wholeBytes) / readBytes);
  const step = Math.max(1, frames.length / SAMPLE_ROWS);
  const chosen = Array.from({ length: Math.min(frames.length, SAMPLE_ROWS) }, (_, at) =>
    Math.floor(at * step),
  );
  const read = createRowReader(layout)({ bytes, frames: chosen.map((at) => frames[at] as Frame) });
  const rows = read.flatMap((row, at) =>
    isBadRow(row) ? [] : [{ number: (chosen[at] as number) + 1, cells: row.cells }],
  );
  return { columns: layout.columns, rows, rejected: read.length - rows.length, about };
}

const DEPTH_MAX = 4;

/** Adds to faults that no column is known as an address what the sample has: the members of its objects, and the column whose values are likeliest addresses. */
export function withLikeliest(faults: PlannedStages['faults'], sample: Sample): PlannedStages['faults'] {
  const values = valuesByPath(sample);
  const columns = [...values.keys()];
  const likeliest = likeliestAddress(values);
  return faults.map((fault) =>
    isUnknownAddress(fault) ? { ...fault, message: noColumnLike('address', columns, likeliest) } : fault,
  );
}

/** Reports whether a fault says that no column is known as an address. */
export function isUnknownAddress({ message }: PlannedStages['faults'][number]): boolean {
  return messagesIn(message).some(
    ({ code, values }) => code === 'stage.noColumnLike' && values?.what === 'address',
  );
}

/** Returns the texts of a sample by the columns, of objects by the paths of their members. */
function valuesByPath({ columns, rows }: Sample): Map<string, string[]> {
  const values = new Map<string, string[]>();
  const add = (path: string, value: unknown, depth: number): void => {
    const members = typeof value === 'object' && value !== null && !Array.isArray(value) && depth < DEPTH_MAX;
    if (members)
      for (const [name, member] of Object.entries(value)) add(`${path}.${name}`, member, depth + 1);
    else values.set(path, [...(values.get(path) ?? []), cellText(value)]);
  };
  for (const { cells } of rows) columns.forEach((column, at) => add(column, cells[at], 0));
  return values;
}

/** Returns the template of the likeliest address: by the names of members, or the column most of whose values look like one. */
function likeliestAddress(values: ReadonlyMap<string, readonly string[]>): string | undefined {
  const paths = [...values.keys()];
  const named = addressTemplate(paths.map((path) => path.replaceAll('.', HEADER_SEPARATOR)));
  if (named !== undefined) return named.replaceAll(HEADER_SEPARATOR, '.');
  const [best] = paths
    .map((path) => {
      const texts = (values.get(path) ?? []).filter((text) => text !== '');
      const like = texts.filter(
        (text) => text.includes(',') && /\p{L}/u.test(text) && looksLikeValue(text),
      ).length;
      return { path, share: like / Math.max(1, texts.length) };
    })
    .sort((a, b) => b.share - a.share);
  return best !== undefined && best.share >= 0.5 ? `{${best.path}}` : undefined;
}
