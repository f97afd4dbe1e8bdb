import Type from 'typebox';
import { message, type Message } from '../../base/messages/message.ts';
import { beyond } from '../beyond.ts';
import { defineOperation, onlyShape } from '../operation.ts';
import { Conversion } from '../records/conversion.ts';
import { Latitude, Longitude, parsedBy, refined } from '../schema.ts';
import { parseUnitDay } from '../values/unit-day.ts';
import { optional } from '../optional.ts';

/** The orders of the units in a line: `Phường Bến Thành`, or `Bến Thành Ward`. */
export const UNIT_ORDERS = ['vietnamese', 'english'] as const;

function day(parameter: string, description: string) {
  return Type.Optional(
    parsedBy(Type.String({ description: `${description}, YYYY-MM-DD` }), (text) =>
      parseUnitDay(parameter, text),
    ),
  );
}

const unit = (level: string) =>
  optional.string({ minLength: 1, description: `${level} by name or by official code` });

const Parameters = Type.Object({
  text: optional.string({ minLength: 1, description: 'the address' }),
  ward: unit('ward'),
  district: unit('district, before July 2025'),
  province: unit('province'),
  from: day('from', 'a day of the units in the text; default: any day'),
  to: day('to', 'the day whose units are wanted; default: the newest of the dataset'),
  lat: Type.Optional(Latitude),
  lon: Type.Optional(Longitude),
  choice: optional.string({
    minLength: 1,
    description:
      'code of the unit that a person chose among the candidates; without effect if it is none of them',
  }),
  diacritics: optional.boolean({ default: true, description: 'false: units are written without diacritics' }),
  order: optional.enum(UNIT_ORDERS, {
    default: 'vietnamese',
    description: 'english: `Bến Thành Ward` in place of `Phường Bến Thành`',
  }),
  history: optional.boolean({
    default: false,
    description: 'true: also the line of the unit through all its days',
  }),
  language: optional.enum(['en', 'vi'], { default: 'en', description: 'language of the explanation' }),
});

/** Returns what is missing in a request; undefined for nothing. */
function missingOf(values: object): Message | undefined {
  const { text, ward, district, province, lat, lon } = values as Record<string, unknown>;
  if ((text ?? ward ?? district ?? province) === undefined) return message('parameter.textMissing');
  if ((lat === undefined) === (lon === undefined)) return undefined;
  return message('parameter.halfPosition', { missing: lat === undefined ? 'lat' : 'lon' });
}

// The type of a refined object without a required member is no object for the compiler.
const Checked = refined(Parameters, missingOf) as unknown as typeof Parameters;

/** Writes an address with the administrative units of another day. An operation of Geomill; the interface document has none of the kind. */
export const convert = defineOperation({
  name: 'convert',
  method: 'GET',
  path: '/convert',
  root: 'base',
  section: 'extension of Geomill',
  ...beyond([
    'operation',
    'ours',
    'an address with the units of another day, with the decree of each change',
  ]),
  summary: 'Writes an address with the administrative units of another day.',
  shapeOf: onlyShape,
  shapes: {
    only: {
      parameters: Checked,
      answer: Conversion,
    },
  },
});
