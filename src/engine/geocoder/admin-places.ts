import type { GeomillExtension } from '../../contract/records/osm-feature.ts';
import type { AdminDataset } from '../gazetteer/units/units.ts';
import type { AdminUnits, LocalPlace } from './places/local-place.ts';
import { placeId } from '../gazetteer/place-id.ts';
import {
  answeredCandidates,
  answeredDays,
  answeredNewUnits,
  answeredOldUnits,
  answeredPostalCode,
  roundShare,
} from './places/answered-units.ts';
import type { AdminMatch } from '../gazetteer/unit-search/admin-match.ts';
import type { AdminSearch } from '../gazetteer/unit-search/admin-search.ts';

/** Creates the function that describes matches of the administrative search: labels in the requested units, old and new units in the extension. */
export function createAdminPlaces(dataset: AdminDataset, search: Pick<AdminSearch, 'labelOf'>) {
  const ids = new Map<string, string>();
  const idOf = (unitId: string): string => {
    let id = ids.get(unitId);
    if (id === undefined) {
      id = placeId(unitId);
      ids.set(unitId, id);
    }
    return id;
  };
  return (match: AdminMatch, units: AdminUnits, distanceMeters: number | null = null): LocalPlace => {
    const { label, ...parts } = search.labelOf(match, units);
    const name = parts.ward || parts.district || parts.province;
    return {
      id: idOf(match.unitId),
      name,
      level: match.level,
      position: match.position,
      houseNumber: '',
      street: '',
      streetLine: '',
      parts,
      // The label begins with the name, because a unit is the first part of its own label.
      address: label.slice(name.length + 2),
      postalCode: answeredPostalCode(dataset, match.newUnits),
      label,
      categories: [match.level],
      record: undefined,
      hasChild: false,
      isVietnam: true,
      distanceMeters,
      extension: extensionOf(dataset, match),
    };
  };
}

function extensionOf(dataset: AdminDataset, match: AdminMatch): GeomillExtension {
  return {
    level: match.level,
    accuracy_radius_meters: Math.round(match.accuracyRadiusMeters),
    score: roundShare(match.score),
    margin: roundShare(match.margin),
    old: answeredOldUnits(dataset, match.oldUnits),
    new: answeredNewUnits(dataset, match.newUnits),
    ...answeredDays(dataset, match.newUnits),
    ...answeredCandidates(dataset, match.candidates),
  };
}
