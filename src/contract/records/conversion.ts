import type { Message } from '../../base/messages/message.ts';
import Type, { type Static } from 'typebox';
import { nullable } from '../schema.ts';
import { PART_VERDICTS } from './address-parts.ts';
import { optional } from '../optional.ts';

/** What happened to a unit between two days: `moved` is to another district or province with name and extent kept. */
export const UNIT_CHANGES = ['unchanged', 'renamed', 'retyped', 'merged', 'divided', 'moved'] as const;

/** What happened to a unit between two days. */
export type UnitChange = (typeof UNIT_CHANGES)[number];

/** How much of a unit a step takes: all of it, a part, part of the area with all of the population, area without population, part of the population, nobody knows. */
export const STEP_EXTENTS = ['whole', 'part', 'population', 'area', 'some-population', 'unknown'] as const;

/**
 * What the converted unit was chosen by: it is the only one; by law it has all of the population; the position of the row; street, house or place of the
 * text; the choice of a person; an estimate, since nothing prefers one.
 */
export const CONVERSION_BASES = ['only', 'law', 'position', 'address', 'person', 'estimate'] as const;

/** What the converted unit was chosen by. */
export type ConversionBasis = (typeof CONVERSION_BASES)[number];

/**
 * Why several units fit a text equally: a divided ward, a merged unit converted back, no ward in the text, a name in several provinces, a name or code before and since
 * a change, several units of one name.
 */
export const CONVERSION_AMBIGUITIES = [
  'divided_ward',
  'merged_unit',
  'no_ward',
  'several_provinces',
  'old_or_new',
  'several_records',
] as const;

/** Why several units fit a text equally. */
export type ConversionAmbiguity = (typeof CONVERSION_AMBIGUITIES)[number];

/** One side of a conversion. Shape: names with type words; members are null where the day has no such unit, or the text does not name it. */
export const ConversionSide = Type.Object({
  day: Type.String({ description: 'a day on which the units are in force, YYYY-MM-DD' }),
  line: Type.String({ description: 'the address with these units' }),
  units: Type.String({ description: 'the units alone' }),
  ward: nullable(Type.String()),
  ward_code: nullable(Type.String()),
  district: nullable(Type.String()),
  district_code: nullable(Type.String()),
  province: nullable(Type.String()),
  province_code: nullable(Type.String()),
  postal_code: nullable(Type.String()),
});

/** One side of a conversion. */
export type ConversionSide = Static<typeof ConversionSide>;

/** One change of one unit by one decree. */
export const ConversionStep = Type.Object({
  change: Type.Enum(UNIT_CHANGES),
  extent: Type.Enum(STEP_EXTENTS),
  from: Type.String({ description: 'the unit before, with type word' }),
  to: Type.String({ description: 'the unit after' }),
  decree: Type.String(),
  item: Type.String({ description: 'item (khoản) of the first article; empty if it could not be read' }),
  effective: Type.String({ description: 'first day, YYYY-MM-DD' }),
  note: Type.String({ description: 'note of the official table' }),
  since: optional.string({
    description:
      'present where only an interval is known: it was after this day, on `effective` at the latest',
  }),
  certainty: optional.enum(['derived'], {
    description: 'present if no decree or list states it: it follows from two lists of units',
  }),
});

/** One change of one unit by one decree. */
export type ConversionStep = Static<typeof ConversionStep>;

/** A unit that the text can mean on the other day. */
export const ConversionCandidate = Type.Object({
  units: Type.String(),
  code: Type.String(),
  share: Type.Number({ description: '0 to 1, estimated; 0 and 1 are by law' }),
  reason: optional.string({ description: '`area only`: by law it has area without population' }),
});

/** A unit that the text can mean on the other day. */
export type ConversionCandidate = Static<typeof ConversionCandidate>;

/** A unit from one day to another on which neither it nor the units above it change, and what it became at its end. */
export const UnitDays = Type.Object({
  code: Type.String(),
  name: Type.String({ description: 'the unit with type word' }),
  above: Type.String({ description: 'the units above it, the lowest first; empty for a province' }),
  from: nullable(Type.String({ description: 'first day, YYYY-MM-DD; null before the records begin' })),
  to: nullable(Type.String({ description: 'first day after it; null for a unit in force' })),
  became: Type.Array(Type.Object({ ...ConversionStep.properties, to_code: Type.String() })),
});

/** A unit from one day to another. */
export type UnitDays = Static<typeof UnitDays>;

const verdict = Type.Enum(PART_VERDICTS);

/**
 * An address with the units of another day.
 *
 * Shape: without a match `status` is `ZERO_RESULTS`, `reason` says why, and what is nullable is null. `steps` in the order of the days; `change`, `decree`, `item` and `effective` are
 * those of the step that changed most. `candidates` are present if there are several.
 * Units: `confidence` 0 to 1, the probability that the unit is right.
 */
export const Conversion = Type.Object({
  status: Type.String({ description: 'OK or ZERO_RESULTS' }),
  reason: nullable(Type.String({ description: 'why there is no match' })),
  ambiguity: nullable(
    Type.Enum(CONVERSION_AMBIGUITIES, { description: 'why several units fit; null if one is preferred' }),
  ),
  kept: Type.String({ description: 'what is in front of the units, as it was written' }),
  from: nullable(ConversionSide),
  to: nullable(ConversionSide),
  level: nullable(Type.Enum(['ward', 'district', 'province'])),
  change: nullable(Type.Enum(UNIT_CHANGES)),
  decree: nullable(Type.String()),
  item: nullable(Type.String()),
  effective: nullable(Type.String()),
  steps: Type.Array(ConversionStep),
  basis: nullable(Type.Enum(CONVERSION_BASES)),
  confidence: nullable(Type.Number()),
  candidates: Type.Array(ConversionCandidate),
  from_candidates: optional.array(Type.Object({ units: Type.String(), code: Type.String() }), {
    description:
      'wards of one district and name, a commune and its town, that the text fits equally and that became one unit; `from` then has no ward',
  }),
  parts: nullable(Type.Object({ ward: verdict, district: verdict, province: verdict })),
  explanation: nullable(Type.String({ description: 'the change in one sentence' })),
  history: optional.array(UnitDays, {
    description:
      'with `history`: what the unit of the text was made of, and what it became, on all days since 2004',
  }),
});

/** The reason of a conversion that this process computed; the interface has its text. */
export const CONVERSION_REASON = Symbol('reason');

/** An address with the units of another day. */
export type Conversion = Static<typeof Conversion> & { [CONVERSION_REASON]?: Message };
