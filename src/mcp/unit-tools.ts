import Type, { type Static } from 'typebox';
import {
  CONVERSION_AMBIGUITIES,
  ConversionCandidate,
  ConversionStep,
  UNIT_CHANGES,
  UnitDays,
  type Conversion,
} from '../contract/records/conversion.ts';
import { Latitude, Longitude } from '../contract/schema.ts';
import type { GeoService } from '../contract/service.ts';
import { placeTools, withoutEmpty } from './place-tools.ts';
import { defineTool, type McpTool } from './tool.ts';
import { optional } from '../contract/optional.ts';

/** Steps and candidates of an answer at most. */
const MOST_ENTRIES = 20;

const day = (description: string) => optional.string({ description: `${description}, YYYY-MM-DD` });
const Language = optional.enum(['en', 'vi'], { default: 'en', description: 'language of the explanation' });
const text = (description: string) => optional.string({ description });

/** An address on two days. Shape: members that are not known, or that a day does not have, are absent. */
const UnitsAnswer = Type.Object({
  found: Type.Boolean({ description: 'false: no unit fits, and `reason` says why' }),
  reason: text('why there is no match'),
  from: text('the address with the units of the earlier day'),
  to: text('the address with the wanted units'),
  ward: text('ward of the wanted day'),
  ward_code: text('its official code'),
  district: text('district of the wanted day; there are none since July 2025'),
  province: text('province of the wanted day'),
  province_code: text('its official code'),
  postal_code: text('postal code of the wanted day'),
  change: optional.enum(UNIT_CHANGES),
  decree: text('the resolution that decides'),
  item: text('its item (khoản)'),
  effective: text('first day in force, YYYY-MM-DD'),
  confidence: optional.number({ description: '0 to 1: probability that the unit is right' }),
  ambiguity: optional.enum(CONVERSION_AMBIGUITIES, { description: 'why several units fit' }),
  candidates: optional.array(ConversionCandidate, { description: 'units that fit, if several do' }),
  explanation: text('the change in one sentence'),
});

const WardAnswer = Type.Object({
  ...UnitsAnswer.properties,
  steps: optional.array(ConversionStep, { description: 'the changes in the order of their days' }),
  history: optional.array(UnitDays, {
    description: 'the unit on all days since 2004: what it was made of, and became',
  }),
});

/** Returns the tools over one operation of the service each. Shape: `service` is opened with the first call. */
export function serviceTools(service: () => Promise<GeoService>): McpTool[] {
  return [...placeTools(service), ...unitTools(service)];
}

/** Returns the tools for administrative units. */
function unitTools(service: () => Promise<GeoService>): McpTool[] {
  return [
    defineTool({
      name: 'convert_units',
      title: 'Convert an address to the units of another day',
      description:
        'Writes one Vietnamese address with the wards and provinces of today (since July 2025), or of another day, with the resolution that decides. For a file use run_job with the job convert.',
      operation: 'convert',
      usesFiles: false,
      isReadOnly: true,
      input: Type.Object({
        text: Type.String({ minLength: 1, description: 'the address' }),
        from: day('a day of the units in the text; default: any day'),
        to: day('the day whose units are wanted; default: the newest of the dataset'),
        lat: Type.Optional(Latitude),
        lon: Type.Optional(Longitude),
        language: Language,
      }),
      output: UnitsAnswer,
      call: async (args, { signal }) => unitsOf(await (await service()).convert(args, { signal })),
    }),
    defineTool({
      name: 'explain_ward',
      title: 'Explain what became of a ward',
      description:
        'Says what became of a ward, commune, district or province of Vietnam, by which resolution and when, and what it was on all days since 2004; by name or official code.',
      operation: 'convert',
      usesFiles: false,
      isReadOnly: true,
      input: Type.Object({
        ward: Type.String({ minLength: 1, description: 'ward by name or official code' }),
        district: text('its district before July 2025'),
        province: text('its province'),
        from: day('a day on which the unit was called so; default: any day'),
        to: day('the day whose unit is wanted; default: the newest of the dataset'),
        language: Language,
      }),
      output: WardAnswer,
      call: async (args, { signal }) => {
        const conversion = await (await service()).convert({ ...args, history: true }, { signal });
        const steps = conversion.steps.slice(0, MOST_ENTRIES);
        const history = conversion.history?.slice(0, MOST_ENTRIES);
        return { ...unitsOf(conversion), ...(steps.length > 0 && { steps }), ...(history && { history }) };
      },
    }),
  ];
}

function unitsOf(conversion: Conversion): Static<typeof UnitsAnswer> {
  const { status, reason, from, to, change, decree, item, effective, confidence, ambiguity } = conversion;
  const { candidates, explanation } = conversion;
  return withoutEmpty({
    found: status === 'OK',
    reason,
    from: from?.line,
    to: to?.line,
    ward: to?.ward,
    ward_code: to?.ward_code,
    district: to?.district,
    province: to?.province,
    province_code: to?.province_code,
    postal_code: to?.postal_code,
    change,
    decree,
    item,
    effective,
    confidence,
    ambiguity,
    candidates: candidates.length > 0 ? candidates.slice(0, MOST_ENTRIES) : undefined,
    explanation,
  }) as Static<typeof UnitsAnswer>;
}
