import type { AccountPart } from '../../../contract/records/address-parts.ts';
import { describeMatch } from '../../../contract/match.ts';
import type { OsmFeature } from '../../../contract/records/osm-feature.ts';
import type { GeoService } from '../../../contract/service.ts';
import type { Position } from '../../../base/geo/position.ts';
import { GeomillError } from '../../../base/errors/geomill-error.ts';
import { aliasKey, type UnitsAt } from './alias-file.ts';
import { chosenUnit, type ConvertQuestion, wantsFormer } from './converted-texts.ts';

/** Candidates of a text in a review file at most. */
export const CANDIDATES_MAX = 10;

/** A candidate of a text. Shape: `share` of the addresses of a divided former ward, 0 to 1, that its new ward has; absent for other candidates. */
export interface Candidate {
  feature: OsmFeature;
  share?: number;
  /** The unit that a converted address would have. */
  unit?: string;
}

/** What a review asks of a service now. */
export interface ReviewService {
  /** Returns the best match of a text, all wards that a divided former ward became, the likeliest first, and the other matches. */
  candidatesOf: (text: string) => Promise<readonly Candidate[]>;
  /** Returns the ward at a position as a feature; `old` is that of the nearest address, if it is in the same ward of today. */
  unitsAt: (position: Position) => Promise<UnitsAt>;
  /** Returns the unit in which a position is, among the candidates of a converted text; undefined for other texts, null for none of them. */
  unitOfText: (text: string, position: Position) => Promise<OsmFeature | null | undefined>;
  /** Returns what each word of a text is for; undefined where the service does not say. */
  accountOf: (text: string) => Promise<readonly AccountPart[] | undefined>;
}

/** Radius within which nothing but the ward of a position is returned. Units: kilometres. */
const AT_POSITION_KM = 0.001;
const NEAR_KM = 1;

/**
 * Opens what a review asks of a service.
 *
 * Shape: `hasAccounts` where the service says what the words of a text are for; `conversions` are the questions of converted texts, by the keys of these.
 * Errors: those of the service for the whole run; a text that the service cannot answer has no candidates. Cost: two requests for a position.
 */
export function createReviewService(
  service: GeoService,
  isNew: boolean,
  hasAccounts: boolean,
  conversions: ReadonlyMap<string, ConvertQuestion> = new Map(),
): ReviewService {
  const find = async (text: string, admin_v2: boolean, explain?: true): Promise<readonly OsmFeature[]> => {
    try {
      const size = explain ? 1 : CANDIDATES_MAX;
      return (await service.geocodeForward({ text, size, admin_v2, ...(explain && { explain }) })).features;
    } catch (error) {
      if (error instanceof GeomillError && error.traits.scope === 'row') return [];
      throw error;
    }
  };
  const successorsOf = async (feature: OsmFeature): Promise<Candidate[]> => {
    const { wardCandidates = [], new: units } = describeMatch(feature, 'new');
    const found = await Promise.all(
      wardCandidates.map(async ({ ward, ward_code, share }): Promise<Candidate[]> => {
        const features = await find([ward, units?.province ?? ''].filter(Boolean).join(', '), true);
        const unit = features.find((each) => {
          const match = describeMatch(each, 'new');
          return match.level === 'ward' && match.new?.ward_code === ward_code;
        });
        return unit === undefined ? [] : [{ feature: unit, share }];
      }),
    );
    return found.flat();
  };
  /** Returns the units that a converted address can have, with the features of these that are known. */
  const unitsOf = async (question: ConvertQuestion): Promise<Candidate[]> => {
    const { to, candidates } = await service.convert(question);
    const code = to?.ward_code ?? to?.district_code ?? to?.province_code;
    const only = to && code ? [{ units: to.units, code, share: 1 }] : [];
    const listed = candidates.length > 0 ? candidates.slice(0, CANDIDATES_MAX) : only;
    const found = listed.map(async ({ units, code, share }): Promise<Candidate[]> => {
      const features = await find(units, !wantsFormer(question));
      const feature = features.find((each) => chosenUnit(each, question.to) === code);
      return feature ? [{ feature, share, unit: units.split(',')[0]! }] : [];
    });
    return (await Promise.all(found)).flat();
  };
  const unitOfText = async (text: string, position: Position) => {
    const question = conversions.get(aliasKey(text));
    if (question === undefined) return undefined;
    const at = await unitsAt(position);
    const code = at ? chosenUnit(at, question.to) : null;
    const units = code === null ? [] : await unitsOf(question);
    return units.find(({ feature }) => chosenUnit(feature, question.to) === code)?.feature ?? null;
  };
  const candidatesOf = async (text: string) => {
    const question = conversions.get(aliasKey(text));
    if (question !== undefined) return unitsOf(question);
    const [best, ...others] = await find(text, isNew);
    if (best === undefined) return [];
    const all = [{ feature: best }, ...(await successorsOf(best)), ...others.map((feature) => ({ feature }))];
    const distinct = new Map<string, Candidate>();
    for (const candidate of all) {
      const { geometry, properties } = candidate.feature;
      const key = JSON.stringify([properties.label, geometry?.coordinates]);
      // The best match of a divided ward is the likeliest of its successors.
      distinct.set(key, { ...candidate, ...distinct.get(key) });
    }
    return [...distinct.values()].slice(0, CANDIDATES_MAX);
  };
  const around = async ({ lat, lon }: Position, radius: number, size: number) => {
    const point = { 'point.lat': lat, 'point.lon': lon, 'boundary.circle.radius': radius };
    try {
      return (await service.geocodeReverse({ ...point, size, admin_v2: true })).features;
    } catch (error) {
      if (error instanceof GeomillError && error.traits.scope === 'row') return undefined;
      throw error;
    }
  };
  const unitsAt = async (position: Position): Promise<UnitsAt> => {
    const here = await around(position, AT_POSITION_KM, CANDIDATES_MAX);
    const ward = here?.find((each) => describeMatch(each, 'new').level === 'ward') ?? here?.[0];
    if (ward === undefined) return here && null;
    const [near] = (await around(position, NEAR_KM, 1)) ?? [];
    const [own, other] = [ward, near ?? ward].map((each) => each.properties.geomill);
    if (!own || !other || own.new.ward_code !== other.new.ward_code) return ward;
    return { ...ward, properties: { ...ward.properties, geomill: { ...own, old: other.old } } };
  };
  const accountOf = async (text: string) =>
    hasAccounts ? (await find(text, isNew, true))[0]?.properties.geomill?.account : undefined;
  return { candidatesOf, unitsAt, unitOfText, accountOf };
}
