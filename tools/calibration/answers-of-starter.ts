import { distanceMeters } from '../../src/base/geo/distance.ts';
import { createPlaceSearch } from '../../src/engine/geocoder/forward/place-search.ts';
import { openNames } from '../../src/engine/gazetteer/names/names.ts';
import type { OpenDataset } from '../../src/engine/gazetteer/open-dataset.ts';
import { baseWardOf } from '../../src/engine/gazetteer/store/access.ts';
import { createAdminSearch } from '../../src/engine/geocoder/reader/admin-search.ts';
import { createEngine } from '../../src/engine/geocoder/engine.ts';
import { isPlaceMatch, type Match } from '../../src/engine/geocoder/places/place-match.ts';
import { osmCollection } from '../../src/engine/local/shapes/osm-shape.ts';
import { textMatch } from '../../src/run/stages/text-match.ts';
import { createNamedWards } from './named-wards.ts';
import { createHolds } from './holds.ts';
import { isKnownByWard, isNear, type Observation } from './observation.ts';
import { developmentSet, generated, halfOf, type Labelled } from './questions.ts';

function hasNamesakes(match: Match): boolean {
  return !isPlaceMatch(match) && (match.namesakes ?? 0) > 0;
}

/** Answers the development set and the generated questions with the starter. */
export function answersOfStarter(dataset: OpenDataset): Observation[] {
  const { admin, tables, arrays } = dataset;
  if (tables === undefined) throw new Error('The starter has no places.');
  const adminSearch = createAdminSearch(admin, arrays, tables);
  const search = createPlaceSearch({ adminSearch, wardAt: admin.wardAt, tables, names: openNames(arrays) });
  const engine = createEngine(dataset);
  const holds = createHolds(admin, adminSearch);
  const namedWards = createNamedWards(admin);
  const wardOf = (match: Match): number | undefined =>
    isPlaceMatch(match)
      ? adminSearch.table.wardOf[match.across?.baseWard ?? baseWardOf(tables, match.place)]
      : match.newUnits.ward;

  const answer = ({ source, text, wardCode, position, isUndecidable }: Labelled): Observation[] => {
    const named = namedWards(text);
    const match = search.search(text, { size: 1 })[0];
    if (match === undefined) return [];
    const place = engine.forward(text, { size: 1, units: 'new' })[0];
    const feature = place && osmCollection([place]).features[0];
    const ward = wardOf(match);
    const isRightWard = ward === undefined ? undefined : admin.wards[ward]?.code === wardCode;
    const meters = position && distanceMeters(position, match.position);
    const isRightPlace = (): boolean | undefined => {
      if (meters !== undefined) return isRightWard === true && isNear(match, meters);
      return isKnownByWard(match) ? isRightWard : undefined;
    };
    const isRightUnit = (): boolean | undefined =>
      match.level === 'ward' ? isRightWard : !isPlaceMatch(match) && holds(match.unitId, wardCode);
    return [
      {
        source,
        text,
        half: halfOf(wardCode),
        wardCode,
        match,
        isRight: isPlaceMatch(match) ? isRightPlace() : isRightUnit(),
        isRightAtLevel: isPlaceMatch(match) ? undefined : isRightUnit(),
        isRightWard,
        isContradicted: named !== undefined && !named.has(wardCode),
        isUndecidable: isUndecidable || (named !== undefined && named.size > 1),
        meters,
        isOwn: false,
        // The comparison of texts cannot tell units with one name apart.
        textMatch: feature && !hasNamesakes(match) ? textMatch(text, feature) : undefined,
      },
    ];
  };
  return [...developmentSet(), ...generated(admin)].flatMap(answer);
}
