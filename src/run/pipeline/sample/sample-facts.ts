import type { FoundLayout } from '../../../formats/inspect.ts';
import type { StageSpec } from '../job-spec.ts';
import { nameInputColumns } from '../plan-stages.ts';
import { sampleRows, type SampleBytes, type Sample } from './read-sample.ts';
import { cellText } from '../../../base/text/cell-text.ts';
import { DISTRICT_KEYS } from '../../../base/text/district-names.ts';
import { fold, foldKey } from '../../../base/text/fold.ts';
import { isFormerProvinceName, isProvinceName } from '../../../base/text/province-names.ts';
import { share } from './judgement.ts';

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
