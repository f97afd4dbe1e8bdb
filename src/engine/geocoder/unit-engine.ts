import { remember } from '../gazetteer/remember.ts';
import type { Position } from '../../base/geo/position.ts';
import { foldKey } from '../../base/text/fold.ts';
import { splitFullName } from '../../base/text/unit-words.ts';
import { once } from '../gazetteer/once.ts';
import { createPlaceIdTable, placeId } from '../gazetteer/place-id.ts';
import { createAdminMatch, type AdminMatch } from './reader/admin-match.ts';
import { createAdminSearch, type AdminSearch } from './reader/admin-search.ts';
import type { OpenDataset } from '../gazetteer/open-dataset.ts';
import type { AdminDataset, WardDistance } from '../gazetteer/units/units.ts';
import type { AdminUnits, LocalPlace } from './places/local-place.ts';
import {
  withoutEndedWard,
  withoutUnknownWard,
  answeredEarlier,
  answeredNewUnits,
  answeredOldUnits,
  answeredPostalCode,
  extensionOf,
  type AnsweredUnits,
} from './places/answered-units.ts';
import { createWardFinder } from './ward-finder.ts';

/** The operations over administrative units. Units: metres. */
export interface UnitEngine {
  /** Returns the ward that contains a position, as an index into the wards of the dataset, or -1. */
  wardAt: (position: Position) => number;
  search: () => AdminSearch;
  describe: (match: AdminMatch, units: AdminUnits, distanceMeters?: number | null) => LocalPlace;
  /** Returns the match of the former province of the name of a province in force; other matches as they are. "Đà Nẵng" was a city, and is several provinces. */
  asFormer: (match: AdminMatch) => AdminMatch;
  byId: (id: string, units: AdminUnits) => LocalPlace | undefined;
  /** Returns the ward that contains a position, at distance 0; outside of all the nearest one within a radius, at its nearest point. */
  wardNear: (position: Position, radiusMeters: number, units: AdminUnits) => LocalPlace | undefined;
}

/** Creates the function that describes matches of the administrative search: labels in the requested units, old and new units in the extension. */
function createAdminPlaces(dataset: AdminDataset, search: Pick<AdminSearch, 'labelOf'>) {
  const idOf = remember(placeId);
  // The search answers the same units with the same object, so that what is said of them is made once.
  const kept = new WeakMap<AdminMatch['newUnits'], UnitFacts>();
  const factsOf = ({ newUnits, oldUnits }: AdminMatch): UnitFacts => {
    let facts = kept.get(newUnits);
    if (facts?.given !== oldUnits) {
      const named = withoutEndedWard(dataset, oldUnits);
      facts = {
        given: oldUnits,
        oldUnits: named,
        postalCode: answeredPostalCode(dataset, newUnits),
        old: Object.freeze(answeredOldUnits(dataset, named)),
        new: Object.freeze(answeredNewUnits(dataset, newUnits)),
        newest_day: dataset.codes?.newestDay,
        earlier: answeredEarlier(dataset, newUnits),
        labels: { old: undefined, new: undefined },
      };
      kept.set(newUnits, facts);
    }
    return facts;
  };
  const labelOf = (
    { labels, oldUnits }: UnitFacts,
    { level, newUnits }: AdminMatch,
    units: AdminUnits,
  ): UnitLabel => {
    let known = labels[units];
    if (known === undefined) {
      const { ward, district, province, label } = search.labelOf({ level, newUnits, oldUnits }, units);
      const name = ward || district || province;
      const parts = Object.freeze({ ward, district, province });
      // The label begins with the name, because a unit is the first part of its own label.
      known = { name, parts, address: label.slice(name.length + 2), label };
      labels[units] = known;
    }
    return known;
  };
  return (match: AdminMatch, units: AdminUnits, distanceMeters: number | null = null): LocalPlace => {
    const facts = factsOf(match);
    const { name, parts, address, label } = labelOf(facts, match, units);
    return {
      id: idOf(match.unitId),
      name,
      level: match.level,
      position: match.position,
      houseNumber: '',
      street: '',
      streetLine: '',
      parts,
      address,
      postalCode: facts.postalCode,
      label,
      categories: [match.level],
      record: undefined,
      hasChild: false,
      isVietnam: true,
      distanceMeters,
      extension: extensionOf(dataset, match, facts, undefined, units === 'old' ? parts : undefined),
    };
  };
}

/** What answers say of old and new units. */
interface UnitFacts extends AnsweredUnits {
  /** The former units of the match, and those of them that there were until 1 July 2025. */
  given: AdminMatch['oldUnits'];
  oldUnits: AdminMatch['oldUnits'];
  postalCode: string;
  labels: Record<AdminUnits, UnitLabel | undefined>;
}

/** The texts of a unit in the units that were asked for. */
type UnitLabel = Pick<LocalPlace, 'name' | 'parts' | 'address' | 'label'>;

/** Creates the engine for administrative units. Cost: none at first; the search is created at its first use. */
export function createUnitEngine({ admin, tables, arrays }: OpenDataset): UnitEngine {
  const search = once(() => createAdminSearch(admin, tables && arrays, tables));
  const wards = once(() => createWardFinder(admin, arrays));
  const describe = once(() => createAdminPlaces(admin, search()));
  const formerOf = once(() => {
    const formers = search().table.units.filter(({ kind }) => kind === 'former-province');
    const idOf = new Map(formers.map(({ name, id }) => [foldKey(name), id]));
    return new Map(
      admin.provinces.map(({ code, fullName }) => [
        `province:${code}`,
        idOf.get(foldKey(splitFullName(fullName).name)),
      ]),
    );
  });
  const keyOf = createPlaceIdTable(() => search().unitIds());

  const wardsOf: Record<AdminUnits, (LocalPlace | null)[]> = { old: [], new: [] };
  /** Describes a ward of the dataset, once, since the rows of a file are in few of them; null for one without a unit. */
  const describeWard = (index: number, units: AdminUnits): LocalPlace | null => {
    const match = search().lookupUnit(`ward:${admin.wards[index].code}`);
    if (match === undefined) return null;
    match.oldUnits = withoutUnknownWard(match.oldUnits);
    return describe()(match, units);
  };

  /** Describes a ward at its point nearest to a position, as a street: its centre may be far outside of the radius. */
  const ward = (
    { ward: index, distanceMeters, nearest }: WardDistance,
    units: AdminUnits,
  ): LocalPlace | undefined => {
    const known = wardsOf[units][index];
    const place = known === undefined ? (wardsOf[units][index] = describeWard(index, units)) : known;
    if (place === null) return undefined;
    const extension = { ...place.extension };
    return { ...place, position: nearest, distanceMeters: Math.round(distanceMeters), extension };
  };

  return {
    search,
    wardAt: (position) => wards().at(position),
    describe: (match, units, distanceMeters) => describe()(match, units, distanceMeters),
    asFormer(match) {
      const former = search().lookupUnit(formerOf().get(match.unitId) ?? '');
      if (former === undefined) return match;
      const copy = Object.assign(createAdminMatch(match, match.score, match.margin), match);
      copy.unitId = former.unitId;
      copy.position = former.position;
      copy.accuracyRadiusMeters = former.accuracyRadiusMeters;
      copy.newUnits = former.newUnits;
      copy.oldUnits = former.oldUnits;
      return copy;
    },
    byId(id, units) {
      const match = search().lookupUnit(keyOf(id) ?? '');
      return match && describe()(match, units);
    },
    wardNear(position, radiusMeters, units) {
      const inside = wards().at(position);
      const found =
        inside >= 0
          ? { ward: inside, distanceMeters: 0, nearest: position }
          : wards().near(position, radiusMeters, 1)[0];
      return found && ward(found, units);
    },
  };
}
