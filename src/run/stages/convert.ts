import { column, SHARE } from './column.ts';
import Type from 'typebox';
import { cellText } from '../../base/text/cell-text.ts';
import { UNIT_ORDERS } from '../../contract/operations/convert.ts';
import {
  type Conversion,
  CONVERSION_REASON,
  type ConversionCandidate,
} from '../../contract/records/conversion.ts';
import { parseUnitDay } from '../../contract/values/unit-day.ts';
import { isGeomillError } from '../../base/errors/geomill-error.ts';
import { message, type Message } from '../../base/messages/message.ts';
import {
  addressTemplate,
  findColumn,
  LATITUDE_NAMES,
  LONGITUDE_NAMES,
  noColumnLike,
} from './find-columns.ts';
import { languageOption } from './id-source.ts';
import { positionOptions, type PositionReader, positionSource } from './position-source.ts';
import {
  faulty,
  notFound,
  skipped,
  type StageColumn,
  type StageDefinition,
  type StageFault,
  type StageRow,
} from './stage.ts';
import { compileTemplate, type Template } from './template.ts';
import {
  ambiguityReason,
  readVerdictRules,
  standardVerdictOption,
  verdictColumns,
  type VerdictRules,
  type VerdictSubject,
} from './verdict.ts';
import { optional } from '../../contract/optional.ts';

/** Most characters of an address with its notes; more is a document. */
const MAX_TEXT_LENGTH = 10_000;

const UNIT_FIELDS = ['ward', 'district', 'province'] as const;

/** Digits of official codes. Shape: a column whose values have fewer digits than `least` has names: "Phường 5", "Quận 1". */
const CODES = {
  ward: { digits: 5, least: 3 },
  district: { digits: 3, least: 3 },
  province: { digits: 2, least: 1 },
};

function unitOption(unit: string, example: string) {
  return optional.string({
    minLength: 1,
    description: `${unit} by name or official code, with {column} placeholders, as in ${example}`,
  });
}

function dayOption(description: string) {
  return optional.string({
    pattern: String.raw`^\d{4}-\d{2}-\d{2}$`,
    description: `${description}, YYYY-MM-DD`,
  });
}

/** Writes the address of each row with the units of another day. */
export const convert: StageDefinition<Conversion, ['convert']> = {
  name: 'convert',
  summary: 'Writes the address of each row with the administrative units of another day.',
  operations: ['convert'],
  // Else each row has the newest day.
  isOfUnits: ({ to }, isSameEdition) => to !== undefined || isSameEdition,
  codeOptions: UNIT_FIELDS,
  options: Type.Object(
    {
      text: optional.string({
        minLength: 1,
        description: 'the address, with {column} placeholders; detected from the column names when left out',
      }),
      ward: unitOption('ward', '{ward_code}'),
      district: unitOption('district, before July 2025,', '{district_code}'),
      province: unitOption('province', '{province_code}'),
      from: dayOption('a day of the units in the input; any day when left out'),
      to: dayOption('the day whose units are written; the newest of the dataset when left out'),
      ...positionOptions,
      diacritics: optional.boolean({
        default: true,
        description: 'false: units are written without diacritics',
      }),
      order: optional.enum(UNIT_ORDERS, {
        default: 'vietnamese',
        description: 'order of the words of a unit: Phường Bến Thành, or Bến Thành Ward',
      }),
      verdict: standardVerdictOption,
      ...languageOption('the explanation'),
    },
    { additionalProperties: false },
  ),
  plan(options, table) {
    const hasUnits = UNIT_FIELDS.some((field) => options[field] !== undefined);
    const text =
      (options.text as string | undefined) ?? (hasUnits ? undefined : addressTemplate(table.columns));
    if (text === undefined && !hasUnits)
      return { faults: [{ option: 'text', message: noColumnLike('address', table.columns) }] };
    const faults: StageFault[] = [];
    const compile = (option: string, source: string | undefined): Template | undefined => {
      if (source === undefined) return undefined;
      const compiled = compileTemplate(source, table.columns);
      if (!('faults' in compiled)) return compiled;
      faults.push(...compiled.faults.map((fault) => ({ option, message: fault })));
      return undefined;
    };
    const template = compile('text', text);
    const codeFindings: Message[] = [];
    const units = UNIT_FIELDS.flatMap((field) => {
      const compiled = compile(field, options[field] as string | undefined);
      if (compiled === undefined) return [];
      const [only = ''] = compiled.columns;
      const most = options[field] === `{${only}}` ? (table.digits?.[only] ?? 0) : 0;
      const { digits, least } = CODES[field];
      if (most > digits)
        codeFindings.push(message('stage.digitsNoCodes', { field, column: only, most, digits }));
      return [{ field, template: compiled, width: most >= least && most <= digits ? digits : 0 }];
    });
    for (const option of ['from', 'to']) {
      const fault = faultOfDay(option, options[option]);
      if (fault !== undefined) faults.push({ option, message: fault });
    }
    const position = readPositions(options, table.columns);
    if ('faults' in position) faults.push(...position.faults);
    if (faults.length > 0 || 'faults' in position) return { faults };

    const fixed = Object.fromEntries(
      ['from', 'to', 'diacritics', 'order', 'language'].flatMap((name) =>
        options[name] === undefined ? [] : [[name, options[name]]],
      ),
    );
    // One column is kept as it is, with its spaces; a template of several is joined.
    const only = template?.columns.length === 1 && text === `{${template.columns[0]}}`;
    const at = only ? table.columns.indexOf(template.columns[0] as string) : -1;
    const read = (row: StageRow) => {
      const request: Record<string, unknown> = { ...fixed };
      const address = at >= 0 ? cellText(row.cells[at]).trim() : (template?.render(row.cells) ?? '');
      let length = address.length;
      let isEmpty = address === '';
      if (address !== '') request.text = address;
      for (const { field, template: of, width } of units) {
        const given = of.render(row.cells);
        if (given === '') continue;
        const value = /^\d+$/.test(given) ? given.padStart(width, '0') : given;
        request[field] = value;
        length += value.length;
        isEmpty = false;
      }
      const place = position.read?.(row) ?? 'empty';
      const isRead = place !== 'empty' && !('fault' in place);
      if (isRead) {
        request.lat = place.lat;
        request.lon = place.lon;
      }
      // A row keeps the position that an earlier stage gave it.
      const own = isRead && !table.hasPosition ? { lat: place.lat, lon: place.lon } : undefined;
      return { request, length, isEmpty, own, hasFault: place !== 'empty' && !isRead };
    };
    const rules = readVerdictRules(options.verdict ?? true);
    return {
      columns: columnsOf(rules),
      givesPosition: table.hasPosition || position.read !== undefined,
      findings: [
        ...(options.text === undefined && text !== undefined
          ? [message('stage.addressesReadAs', { text })]
          : []),
        ...(position.finding === undefined ? [] : [position.finding]),
        ...codeFindings,
      ],
      async run(row, service, context) {
        const { request, length, isEmpty, own, hasFault } = read(row);
        if (isEmpty) return skipped(message('stage.addressEmpty'));
        if (length > MAX_TEXT_LENGTH)
          return faulty(message('stage.addressTooLongToConvert', { length, most: MAX_TEXT_LENGTH }));
        const result = await service.convert(request, context);
        const note = hasFault ? { note: message('stage.positionUnused') } : {};
        const kept = own === undefined ? note : { position: own, ...note };
        if (!result.to) return { ...notFound(reasonOf(result)), position: row.position, ...kept };
        const { ambiguity } = result;
        return ambiguity
          ? { status: 'ambiguous', reason: ambiguityReason(ambiguity), result, ...kept }
          : { status: 'ok', result, ...kept };
      },
      // Units in columns alone, which may be codes, are no addresses to be judged.
      ...(template && {
        reading(row: StageRow) {
          const { request, isEmpty } = read(row);
          // Codes say as much as names.
          return isEmpty
            ? 'empty'
            : { text: (request.text as string | undefined) ?? '', isPlaced: units.length > 0 };
        },
      }),
      questions(row) {
        const { request, length, isEmpty } = read(row);
        return isEmpty || length > MAX_TEXT_LENGTH ? [] : [{ operation: 'convert', parameters: request }];
      },
    };
  },
};

/** Returns why an address is not converted. Shape: of a remote service the words of its response. */
function reasonOf({ reason, [CONVERSION_REASON]: own }: Conversion): Message {
  if (own !== undefined) return own;
  return reason === null || reason === undefined
    ? message('stage.noMatch')
    : message('text.plain', { text: reason });
}

function faultOfDay(option: string, day: unknown): Message | undefined {
  if (day === undefined) return undefined;
  try {
    parseUnitDay(option, day as string);
    return undefined;
  } catch (error) {
    if (isGeomillError(error)) return error.reason;
    throw error;
  }
}

/** Returns the reader of the row's own position, if it has one. A position that an earlier stage gave is made from the address, and does not count. */
function readPositions(
  options: Readonly<Record<string, unknown>>,
  columns: readonly string[],
): { read?: PositionReader; finding?: Message } | { faults: readonly StageFault[] } {
  const table = { columns, hasPosition: false };
  const isStated = Object.keys(positionOptions).some((name) => options[name] !== undefined);
  if (isStated) return positionSource(options, table);
  const lat = findColumn(columns, LATITUDE_NAMES);
  const lon = findColumn(columns, LONGITUDE_NAMES);
  return lat === undefined || lon === undefined ? {} : positionSource({}, table);
}

/** A unit in a cell: name and code. */
function candidateText({ units, code, share, reason }: ConversionCandidate): string {
  return `${code} ${units} (${reason ?? share})`;
}

/** Returns the columns of a side: its day, and its units. */
function sideColumns(side: 'from' | 'to'): StageColumn<Conversion>[] {
  const isFrom = side === 'from';
  const units = {
    ward: message('column.ward'),
    ward_code: message('column.wardCode'),
    district: message('column.district'),
    district_code: message('column.districtCode'),
    province: message('column.province'),
    province_code: message('column.provinceCode'),
  };
  return [
    column(
      `${side}_day`,
      'string',
      isFrom ? 'column.fromDay' : 'column.toDay',
      (result) => result[side]?.day,
    ),
    ...Object.entries(units).map(([name, unit]) =>
      column<Conversion>(
        `${side}_${name}`,
        'string',
        isFrom ? message('column.inOldAddress', { unit }) : message('column.inNewAddress', { unit }),
        (result) => result[side]?.[name as keyof typeof units],
      ),
    ),
  ];
}

function columnsOf(rules: VerdictRules | undefined): StageColumn<Conversion>[] {
  return [
    column('line', 'string', 'column.addressConverted', ({ to }) => to?.line),
    column('from_line', 'string', 'column.addressInFull', ({ from }) => from?.line),
    ...sideColumns('to'),
    ...sideColumns('from'),
    column('postal_code', 'string', 'column.postalCodeNew', ({ to }) => to?.postal_code),
    column('change', 'string', 'column.change', ({ change }) => change),
    column('decree', 'string', 'column.decree', ({ decree }) => decree),
    column('item', 'string', 'column.decreeItem', ({ item }) => item),
    column('effective', 'string', 'column.effective', ({ effective }) => effective),
    column('confidence', 'number', 'column.unitsProbability', ({ confidence }) => confidence, SHARE),
    column('basis', 'string', 'column.basis', ({ basis }) => basis),
    column('candidates', 'string', 'column.unitCandidates', ({ candidates }) =>
      candidates.length === 0 ? undefined : candidates.map(candidateText).join('; '),
    ),
    column('explanation', 'string', 'column.explanation', ({ explanation }) => explanation),
    ...verdictColumns(rules, subjectOf, UNIT_FIELDS),
  ];
}

/** Returns what the verdict of a row depends on. Shape: house and street are kept as they are written, so the units alone count. */
function subjectOf({ parts, level, confidence, ambiguity }: Conversion): VerdictSubject {
  return {
    parts: parts ? { house: 'missing', street: 'missing', postal_code: 'missing', ...parts } : undefined,
    level: level ?? 'province',
    confidence: confidence ?? 0,
    isAmbiguous: ambiguity !== null && ambiguity !== undefined,
  };
}
