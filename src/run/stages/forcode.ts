import { column, LATITUDE, LONGITUDE } from './column.ts';
import { message } from '../../base/messages/message.ts';
import Type from 'typebox';
import { decodeForcode } from '../../base/geo/forcode.ts';
import { askAtOnce } from '../../contract/service.ts';
import { STATUS } from '../../contract/status.ts';
import { findColumn, noColumnLike } from './find-columns.ts';
import { planAtPosition } from './position-plan.ts';
import { positionOptions, positionSource } from './position-source.ts';
import {
  faulty,
  notFound,
  skipped,
  withNote,
  type PlannedRows,
  type StageColumn,
  type StageDefinition,
  type StageOptions,
  type StageTable,
} from './stage.ts';
import { compileTemplate } from './template.ts';
import { optional } from '../../contract/optional.ts';

const DEFAULT_RESOLUTION = 13;
const CODE_NAMES = ['forcode', 'forcodes', 'forcodecode', 'code', 'ma'];

type Operations = ['encodeForcode', 'decodeForcode'];

/** A position encoded as a forcode. */
interface EncodedForcode {
  forcodes: string;
  admin_code: string;
  resolution: number;
}

/** The centre of the cell of a forcode. */
interface DecodedForcode {
  lat: number;
  lon: number;
  resolution: number | null | undefined;
}

const RESOLUTION = {
  name: 'resolution',
  type: 'integer',
  description: message('column.forcodeResolution'),
} as const;

const ENCODE_COLUMNS: readonly StageColumn<EncodedForcode>[] = [
  column('code', 'string', 'column.forcode', ({ forcodes }) => forcodes),
  column('admin_code', 'string', 'column.forcodeProvince', ({ admin_code }) => admin_code),
  { ...RESOLUTION, of: ({ resolution }) => resolution },
];

const DECODE_COLUMNS: readonly StageColumn<DecodedForcode>[] = [
  column('lat', 'number', 'column.cellLat', ({ lat }) => lat, LATITUDE),
  column('lon', 'number', 'column.cellLon', ({ lon }) => lon, LONGITUDE),
  { ...RESOLUTION, of: ({ resolution }) => resolution },
];

/** Encodes the position of each row as a forcode, or decodes its forcode. Source: interface document, sections 4.9 and 4.10. */
export const forcode: StageDefinition<EncodedForcode | DecodedForcode, Operations> = {
  name: 'forcode',
  summary: 'Encodes the position of each row as a forcode, or decodes its forcode.',
  operations: ['encodeForcode', 'decodeForcode'],
  options: Type.Object(
    {
      mode: optional.union([Type.Literal('encode'), Type.Literal('decode')], {
        default: 'encode',
        description: 'encode or decode',
      }),
      ...positionOptions,
      resolution: optional.integer({
        minimum: 0,
        maximum: 15,
        default: DEFAULT_RESOLUTION,
        description: 'encode: size of the cell, 0 (1,107 km) to 15 (0.5 m)',
      }),
      code: optional.string({
        minLength: 1,
        description: 'decode: column of the forcode, as in "{forcode}"',
      }),
    },
    { additionalProperties: false },
  ),
  plan: (options, table) =>
    options.mode === 'decode' ? planDecode(options, table) : planEncode(options, table),
};

function planEncode(options: StageOptions, table: StageTable): PlannedRows<EncodedForcode, Operations> {
  if (options.code !== undefined)
    return {
      faults: [
        {
          option: 'code',
          message: message('stage.optionIsFor', { option: 'code', setting: 'mode: decode' }),
        },
      ],
    };
  const source = positionSource(options, table);
  if ('faults' in source) return source;
  const resolution = (options.resolution as number | undefined) ?? DEFAULT_RESOLUTION;
  return planAtPosition(source, {
    columns: ENCODE_COLUMNS,
    operation: 'encodeForcode',
    request: ({ lat, lon }) => ({ lat, lng: lon, resolution }),
    call: (parameters, service, context) => askAtOnce(service.encodeForcode, parameters, context),
    result(result) {
      if (result.status !== STATUS.ok)
        return notFound(message('stage.otherStatus', { status: result.status }));
      return { status: 'ok', result };
    },
  });
}

/** Returns the code that was probably meant by one in small letters, or with spaces or hyphens; undefined where that is none, too. */
function forcodeMeant(written: string): string | undefined {
  const meant = written.toUpperCase().replace(/[^0-9A-Z]/g, '');
  return meant === written || decodeForcode(meant) === undefined ? undefined : meant;
}

function planDecode(options: StageOptions, table: StageTable): PlannedRows<DecodedForcode, Operations> {
  const misplaced = [...Object.keys(positionOptions), 'resolution'].filter(
    (option) => options[option] !== undefined,
  );
  if (misplaced.length > 0)
    return {
      faults: misplaced.map((option) => ({
        option,
        message: message('stage.optionIsFor', { option, setting: 'mode: encode' }),
      })),
    };
  const detected = findColumn(table.columns, CODE_NAMES);
  const text = (options.code as string | undefined) ?? (detected === undefined ? undefined : `{${detected}}`);
  if (text === undefined)
    return { faults: [{ option: 'code', message: noColumnLike('code', table.columns) }] };
  const template = compileTemplate(text, table.columns);
  if ('faults' in template)
    return { faults: template.faults.map((fault) => ({ option: 'code', message: fault })) };
  return {
    columns: DECODE_COLUMNS,
    givesPosition: true,
    findings:
      options.code === undefined ? [message('stage.forcodesReadFrom', { column: detected as string })] : [],
    async run({ cells }, service, context) {
      const forcodes = template.render(cells);
      if (forcodes === '') return skipped(message('stage.forcodeEmpty'));
      const { lat, lng, resolution, status, geomill } = await service.decodeForcode({ forcodes }, context);
      if (status !== STATUS.ok) {
        const meant = forcodeMeant(forcodes);
        return notFound(
          meant === undefined
            ? message('stage.noCell', { status })
            : message('stage.noCellMeant', { status, meant }),
        );
      }
      if (lat === null || lat === undefined || lng === null || lng === undefined)
        return faulty(message('stage.matchWithoutPosition'));
      return withNote(
        { status: 'ok', result: { lat, lon: lng, resolution }, position: { lat, lon: lng } },
        geomill && message('stage.forcodeElsewhere', { admin: geomill.admin_code }),
      );
    },
    questions({ cells }) {
      const forcodes = template.render(cells);
      return forcodes === '' ? [] : [{ operation: 'decodeForcode', parameters: { forcodes } }];
    },
  };
}
