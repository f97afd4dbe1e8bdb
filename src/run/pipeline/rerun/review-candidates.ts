import { describeMatch } from '../../../contract/match.ts';
import type { OsmFeature } from '../../../contract/records/osm-feature.ts';
import type { GeoService } from '../../../contract/service.ts';
import { GeomillError } from '../../../base/errors/geomill-error.ts';

/** Candidates of a text in a review file at most. */
export const CANDIDATES_MAX = 10;

/** A candidate of a text. Shape: `share` of the addresses of a divided former ward, 0 to 1, that its new ward has; absent for other candidates. */
export interface Candidate {
  feature: OsmFeature;
  share?: number;
}

/** Returns the candidates of a text now. */
export type CandidatesOf = (text: string) => Promise<readonly Candidate[]>;

/**
 * Builds a function that returns the candidates of a text: the best match, all wards that a divided former ward became, the likeliest first,
 * and the other matches.
 *
 * Errors: those of the service for the whole run; a text that the service cannot answer has no candidates.
 */
export function createCandidatesOf(service: GeoService, isNew: boolean): CandidatesOf {
  const find = async (text: string, admin_v2: boolean): Promise<readonly OsmFeature[]> => {
    try {
      return (await service.geocodeForward({ text, size: CANDIDATES_MAX, admin_v2 })).features;
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
  return async (text) => {
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
}
