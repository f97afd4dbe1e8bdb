import Type from 'typebox';
import { STATUS } from '../contract/status.ts';
import { findColumn } from './find-columns.ts';
import { positionOptions, positionSource } from './position-source.ts';
import { faulty, notFound, skipped, type StageDefinition, type StagePlan, type StageTable } from './stage.ts';
import { compileTemplate } from './template.ts';

type Options = Readonly<Record<string, unknown>>;
type Planned = ReturnType<StageDefinition['plan']>;

/** Encodes each row's position as a forcode, or decodes its forcode. Source: interface document, sections 4.9 and 4.10. */
export const forcode: StageDefinition = {
  name: 'forcode',
  summary: 'Encodes each row’s position as a forcode, or decodes its forcode.',
  options: Type.Object(
    {
      mode: Type.Optional(
        Type.Union([Type.Literal('encode'), Type.Literal('decode')], {
          default: 'encode',
          description: 'encode or decode',
        }),
      ),
      ...positionOptions,
      resolution: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: 15,
          default: 13,
          description: 'encode: size of the cell, 0 (1,107 km) to 15 (0.5 m)',
        }),
      ),
      code: Type.Optional(
        Type.String({ minLength: 1, description: 'decode: column of the forcode, as in "{forcode}"' }),
      ),
    },
    { additionalProperties: false },
  ),
  plan: (options, table) =>
    options.mode === 'decode' ? planDecode(options, table) : planEncode(options, table),
};

function planEncode(options: Options, table: StageTable): Planned {
  if (options.code !== undefined)
    return { faults: [{ option: 'code', message: 'code is for mode: decode' }] };
  const source = positionSource(options, table);
  if ('faults' in source) return source;
  const resolution = (options.resolution as number | undefined) ?? 13;
  return {
    columns: [
      { name: 'code', type: 'string', description: 'the forcode' },
      { name: 'admin_code', type: 'string', description: 'province code at its front' },
      { name: 'resolution', type: 'integer', description: 'size of the cell, 0 to 15' },
    ],
    givesPosition: true,
    findings: source.finding === undefined ? [] : [source.finding],
    async run(row, service, context) {
      const position = source.read(row);
      if (position === 'empty') return skipped('the row has no position');
      if ('fault' in position) return faulty(position.fault);
      const answer = await service.encodeForcode(
        { lat: position.lat, lng: position.lon, resolution },
        context,
      );
      if (answer.status !== STATUS.ok)
        return { ...notFound(`the service answers ${answer.status}`), position };
      return { status: 'ok', values: [answer.forcodes, answer.admin_code, answer.resolution], position };
    },
    questions(row) {
      const position = source.read(row);
      if (position === 'empty' || 'fault' in position) return [];
      return [
        { operation: 'encodeForcode', parameters: { lat: position.lat, lng: position.lon, resolution } },
      ];
    },
  };
}

const CODE_NAMES = ['forcode', 'forcodes', 'forcodecode', 'code', 'ma'];

function planDecode(options: Options, table: StageTable): Planned {
  const misplaced = ['lat', 'lon', 'latlng', 'resolution'].filter((option) => options[option] !== undefined);
  if (misplaced.length > 0)
    return { faults: misplaced.map((option) => ({ option, message: `${option} is for mode: encode` })) };
  const found = findColumn(table.columns, CODE_NAMES);
  const text = (options.code as string | undefined) ?? (found === undefined ? undefined : `{${found}}`);
  if (text === undefined) {
    return {
      faults: [
        { option: 'code', message: 'no column looks like a forcode: name it, as in code: "{my column}"' },
      ],
    };
  }
  const template = compileTemplate(text, table.columns);
  if ('faults' in template)
    return { faults: template.faults.map((message) => ({ option: 'code', message })) };
  const plan: StagePlan = {
    columns: [
      { name: 'lat', type: 'number', description: 'latitude of the cell’s centre; degrees WGS84' },
      { name: 'lon', type: 'number', description: 'longitude of the cell’s centre; degrees WGS84' },
      { name: 'resolution', type: 'integer', description: 'size of the cell, 0 to 15' },
    ],
    givesPosition: true,
    findings: options.code === undefined ? [`forcodes are read from "${found}"`] : [],
    async run({ cells }, service, context) {
      const forcodes = template.render(cells);
      if (forcodes === '') return skipped('the forcode is empty');
      const { lat, lng, resolution, status } = await service.decodeForcode({ forcodes }, context);
      if (status !== STATUS.ok || lat === null || lat === undefined || lng === null || lng === undefined) {
        return notFound(`${status}: no cell has this code`);
      }
      return { status: 'ok', values: [lat, lng, resolution], position: { lat, lon: lng } };
    },
    questions({ cells }) {
      const forcodes = template.render(cells);
      return forcodes === '' ? [] : [{ operation: 'decodeForcode', parameters: { forcodes } }];
    },
  };
  return plan;
}
