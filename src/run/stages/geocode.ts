import { candidateColumns, candidateOptions, column, readCandidates, SHARE } from './column.ts';
import Type from 'typebox';
import { describeMatch, type UnitGeneration } from '../../contract/match.ts';
import {
  CHANCE_METERS,
  type OsmFeature,
  type OsmFeatureCollection,
} from '../../contract/records/osm-feature.ts';
import type { CallContext } from '../../contract/service.ts';
import type { Position } from '../../base/geo/position.ts';
import { readWrittenPosition } from '../../base/position/written-position.ts';
import { addressPart, shortened } from '../../base/text/address-part.ts';
import { message } from '../../base/messages/message.ts';
import { asOfOption, readNamedUnits } from './as-of.ts';
import { textMatch } from './text-match.ts';
import { withDefaultProvince } from './default-province.ts';
import { houseOfDate } from './house-of-date.ts';
import { addressTemplate, noColumnLike } from './find-columns.ts';
import {
  featurePosition,
  locatedFeatures,
  placeColumns,
  type PlaceMatch,
  placementOf,
} from './place-columns.ts';
import {
  faulty,
  notFound,
  type ServiceOf,
  skipped,
  type StageColumn,
  type StageDefinition,
  type StageFault,
  withNote,
} from './stage.ts';
import { nearestFirst, standingOf } from './standing.ts';
import { compileTemplate, type Template } from './template.ts';
import {
  CONSTRAINT_FIELDS,
  constraintText,
  isInsideUnit,
  isNamedInside,
  isSameName,
  type UnitConstraint,
  withConstraint,
} from './unit-constraint.ts';
import {
  ambiguityReason,
  readVerdictRules,
  verdictColumns,
  verdictOption,
  type VerdictSubject,
} from './verdict.ts';
import { optional } from '../../contract/optional.ts';

/** Most characters of a request text, of a post its address, else its sentences with units: a URL has to carry it. */
const MAX_TEXT_LENGTH = 500;
const MOST_CANDIDATES = 10;
/** Requested matches where some of them may be dropped or reordered. */
const REQUESTED_MATCHES = 10;

/** A match of an address. Shape: `textMatch` 0 to 1, not rounded; `isAmbiguous` is true if others fit the text equally. */
interface AddressMatch extends PlaceMatch {
  textMatch: number;
  isAmbiguous: boolean;
}

const COLUMNS: readonly StageColumn<AddressMatch>[] = [
  ...placeColumns(message('column.probability')),
  column('text_match', 'number', 'column.textMatch', (match) => Math.round(match.textMatch * 1000) / 1000),
];

const CHANCE_COLUMNS = CHANCE_METERS.map((meters) =>
  column(
    `chance_${meters}_meters`,
    'number',
    `column.chance${meters}`,
    ([match]: readonly AddressMatch[]) =>
      match?.description.distanceChances?.find(({ within_meters }) => within_meters === meters)?.chance,
    SHARE,
  ),
);

function constraintOption(unit: string, example: string) {
  return optional.string({
    minLength: 1,
    description: `${unit} that the match must be in, old or new, with {column} placeholders, as in ${example}; a match outside is not given, but the unit itself`,
  });
}

/** Geocodes the address of each row. Source: interface document, section 4.4. */
export const geocode: StageDefinition<readonly AddressMatch[], ['geocodeForward']> = {
  name: 'geocode',
  summary: 'Geocodes the address of each row.',
  operations: ['geocodeForward'],
  isOfUnits: () => true,
  options: Type.Object(
    {
      text: optional.string({
        minLength: 1,
        description:
          'the address, with {column} placeholders; detected from the column names when left out. Of a longer text, as an order or a listing, the part that is an address is geocoded',
      }),
      default_province: optional.string({
        minLength: 1,
        description: 'province of the addresses that name none, as in Hà Nội',
      }),
      text_units: optional.union([Type.Literal('any'), Type.Literal('new')], {
        description:
          'units that the addresses are written in. new: those since July 2025, so that a name which a former district and a ward share, as in Thuận Châu, Sơn La, is that ward; any: of any day. Left out: new where most rows of a sample can only be in those, and the run says so',
      }),
      focus: optional.object(
        {
          lat: Type.Number({ minimum: -90, maximum: 90 }),
          lon: Type.Number({ minimum: -180, maximum: 180 }),
        },
        {
          additionalProperties: false,
          description: 'position near the addresses: the nearest of several places of one name is the match',
        },
      ),
      ward: constraintOption('ward', '{phường}'),
      district: constraintOption('district', '{quận}'),
      province: constraintOption('province', '{tỉnh}'),
      admin_v2: optional.union([Type.Boolean(), Type.Literal('both')], {
        default: true,
        description:
          'true: labels name the units since July 2025; false: those before; both: a remote service is queried twice, so that old and new columns are filled',
      }),
      ...asOfOption,
      verdict: verdictOption,
      distance_chances: optional.boolean({
        default: false,
        description:
          'adds the columns `chance_100_meters`, `chance_500_meters` and `chance_2000_meters`: the probability that the true position is as near',
      }),
      ...candidateOptions(1, MOST_CANDIDATES),
    },
    { additionalProperties: false },
  ),
  plan(options, table) {
    const text = (options.text as string | undefined) ?? addressTemplate(table.columns);
    if (text === undefined)
      return { faults: [{ option: 'text', message: noColumnLike('address', table.columns) }] };
    const faults: StageFault[] = [];
    const compile = (option: string, source: string): Template | undefined => {
      const compiled = compileTemplate(source, table.columns, option === 'text' ? addressOf : undefined);
      if (!('faults' in compiled)) return compiled;
      faults.push(...compiled.faults.map((fault) => ({ option, message: fault })));
      return undefined;
    };
    const template = compile('text', text);
    const constraints = CONSTRAINT_FIELDS.flatMap((field) => {
      const source = options[field] as string | undefined;
      const compiled = source === undefined ? undefined : compile(field, source);
      return compiled === undefined ? [] : [{ field, template: compiled }];
    });
    const both = options.admin_v2 === 'both';
    const units = readNamedUnits(both ? { ...options, admin_v2: undefined } : options);
    if ('faults' in units) faults.push(...units.faults);
    if (template === undefined || 'faults' in units || faults.length > 0) return { faults };
    const generation = units.isNew ? 'new' : 'old';
    const candidates = readCandidates(options, 1);
    const rules = readVerdictRules(options.verdict);
    const focus = options.focus as Position | undefined;
    const defaultProvince = options.default_province as string | undefined;
    const isNewByFile = options.text_units === undefined && table.period === 'new';
    const isOfNewUnits = options.text_units === 'new' || isNewByFile;
    const isFiltered = constraints.length > 0 || focus !== undefined || isOfNewUnits;
    const size = isFiltered ? Math.max(candidates.size, REQUESTED_MATCHES) : candidates.size;
    const hasChances = options.distance_chances === true;
    const request = (text: string, constraint: UnitConstraint, admin_v2: boolean) => ({
      ...constraint,
      ...{ text, size, admin_v2 },
      ...(hasChances && { explain: true }),
    });

    const read = (cells: readonly unknown[]) => {
      const constraint: UnitConstraint = {};
      for (const { field, template: of } of constraints) {
        const unit = of.render(cells);
        if (unit !== '') constraint[field] = unit;
      }
      const rendered = shortened(template.render(cells), MAX_TEXT_LENGTH);
      const dated = houseOfDate(rendered);
      const address = dated?.text ?? rendered;
      const question =
        address === '' ? '' : withDefaultProvince(withConstraint(address, constraint), defaultProvince);
      return { question, constraint, dated: dated?.note };
    };

    return {
      columns: [
        ...candidateColumns(COLUMNS, candidates),
        ...(hasChances ? CHANCE_COLUMNS : []),
        ...verdictColumns(rules, ([match]: readonly AddressMatch[]) => match && subjectOf(match)),
      ],
      givesPosition: true,
      findings: [
        ...(options.text === undefined ? [message('stage.addressesReadAs', { text })] : []),
        ...units.findings,
        ...(isNewByFile ? [message('stage.textsOfNewUnits')] : []),
      ],
      async run({ cells }, service, context) {
        const { question, constraint, dated } = read(cells);
        if (question === '') return skipped(message('stage.addressEmpty'));
        const ask = (searched: string) =>
          service.geocodeForward(request(searched, constraint, generation === 'new'), context);
        const { features } = await ask(question);
        // Most jobs have no constraint.
        const found =
          constraints.length === 0
            ? { features, searched: question }
            : await matchesInside(question, features, constraint, generation, ask);
        if (found.features.length === 0) {
          const named = constraintText(constraint);
          return notFound(
            named === '' ? message('stage.noMatch') : message('stage.noMatchIn', { units: named }),
          );
        }
        const located = locatedFeatures(found.features).map((feature) => units.name(feature));
        if (located.length === 0) return faulty(message('stage.matchWithoutPosition'));
        const { searched } = found;
        const matches = located.map((feature): AddressMatch => {
          const description = describeMatch(feature, generation);
          return {
            feature,
            position: featurePosition(feature),
            description,
            confidence: description.confidence,
            textMatch: 0,
            isAmbiguous: false,
          };
        });
        // A second request is needed only where the response names the units of one generation.
        const others =
          both && matches[0]?.description.old === undefined
            ? await oldFeatures(service, request(searched, constraint, false), context)
            : [];
        matches.forEach((match, rank) => {
          const other = sameMatch(match.feature, rank, others);
          if (other) match.description.old ??= describeMatch(other, 'old').old;
          match.textMatch = textMatch(question, match.feature, other);
        });
        const ordered = nearestFirst(isOfNewUnits ? wardFirst(matches) : matches, focus);
        const ambiguity = standingOf(ordered, {
          hasFocus: focus !== undefined,
          isNarrowed: found.features.length < features.length,
        });
        const result = ordered.slice(0, candidates.size);
        const best = ordered[0] as AddressMatch;
        const placed = { position: best.position, placement: placementOf(best) };
        if (ambiguity !== undefined) best.isAmbiguous = true;
        const note = units.noteOf(best.feature) ?? dated ?? readWrittenPosition(question)?.note;
        return withNote(
          ambiguity === undefined
            ? { status: 'ok', result, ...placed }
            : { status: 'ambiguous', reason: ambiguityReason(ambiguity), result, ...placed },
          note,
        );
      },
      reading({ cells }) {
        const { question, constraint } = read(cells);
        const isPlaced =
          focus !== undefined || defaultProvince !== undefined || constraintText(constraint) !== '';
        return question === '' ? 'empty' : { text: question, isPlaced };
      },
      // The request for the unit of a constraint is left out: few rows need it, and rows of one unit share it.
      questions({ cells }) {
        const { question, constraint } = read(cells);
        if (question === '') return [];
        const flags = both ? [true, false] : [generation === 'new'];
        return flags.map((flag) => ({
          operation: 'geocodeForward',
          parameters: request(question, constraint, flag),
        }));
      },
    };

    async function oldFeatures(
      service: ServiceOf<['geocodeForward']>,
      parameters: ReturnType<typeof request>,
      context: CallContext,
    ) {
      return (await service.geocodeForward(parameters, context)).features;
    }
  },
};

/** Returns the address of a text, its lines as parts between commas, with the position that the text states in front. */
function addressOf(text: string): string {
  const stated = readWrittenPosition(text);
  const address =
    stated === undefined
      ? addressPart(text)
      : [stated.name, addressPart(stated.rest)].filter((part) => part !== '').join(', ');
  return /[\r\n]/.test(address)
    ? address.trim().replace(/\s+/g, (blanks) => (/[\r\n]/.test(blanks) ? ', ' : blanks))
    : address;
}

/** Moves the ward in force that has the name of the district which is the first match before it. */
function wardFirst(matches: AddressMatch[]): AddressMatch[] {
  const first = matches[0]?.description;
  const district = first?.old?.district;
  if (first?.level !== 'district' || !district) return matches;
  const ward = matches.find(
    ({ description: { level, new: units } }) =>
      level === 'ward' && units?.province === first.new?.province && isSameName(units?.ward, district),
  );
  return ward === undefined ? matches : [ward, ...matches.filter((match) => match !== ward)];
}

/** Returns what the verdict of a row depends on. */
function subjectOf({ description: { parts, level }, confidence, isAmbiguous }: AddressMatch): VerdictSubject {
  return { parts, level, confidence, isAmbiguous };
}

/**
 * Returns those features of a question that are inside of a constraint, else the unit of the constraint itself, with the text that was asked for them.
 *
 * Shape: no features where the service has no match for the unit either.
 */
async function matchesInside(
  question: string,
  features: OsmFeature[],
  constraint: UnitConstraint,
  generation: UnitGeneration,
  ask: (text: string) => Promise<OsmFeatureCollection>,
): Promise<{ features: OsmFeature[]; searched: string }> {
  const searched = constraintText(constraint);
  if (searched === '') return { features, searched: question };
  const inside = features.filter((feature) => isNamedInside(describeMatch(feature, generation), constraint));
  if (inside.length > 0) return { features: inside, searched: question };
  const [unit] = (await ask(searched)).features;
  const level = CONSTRAINT_FIELDS.find((field) => constraint[field] !== undefined);
  if (unit === undefined) return { features: [], searched };
  const description = describeMatch(unit, generation);
  if (description.level !== level) return { features: [], searched };
  const insideUnit = features.filter((feature) =>
    isInsideUnit(describeMatch(feature, generation), description),
  );
  return insideUnit.length > 0
    ? { features: insideUnit, searched: question }
    : { features: [unit], searched };
}

/** Returns the same match among those in the other generation of units: by its id, else the best one for the best one. */
function sameMatch(feature: OsmFeature, rank: number, others: readonly OsmFeature[]): OsmFeature | undefined {
  const { id } = feature.properties;
  return others.find(({ properties }) => properties.id === id) ?? (rank === 0 ? others[0] : undefined);
}
