import type { Position } from '../../base/geo/position.ts';
import { mercator, type MapPlace } from '../../base/geo/mercator.ts';
import {
  boxAround,
  boxOfPlaces,
  latitudeOf,
  longitudeOf,
  shareOfMeters,
  type MapBox,
} from '../kit/map/projection.ts';
import { unitAt, type MapUnits } from '../kit/map/units.ts';
import type { Translate } from '../../base/messages/translate.ts';
import { createPageMap } from './page-map.ts';

/** What is shown around matches whose own radius is less. Units: metres. */
const MARGIN_METERS = 1500;
/** What is shown around a position and its matches. Units: metres. */
const NEAR_METERS = 200;

/** A place on the map. Units: degrees; metres. */
export interface LandingPlace extends Position {
  radiusMeters?: number | undefined;
}

/** The map of the landing page. */
export interface LandingMap {
  /** Numbers the matches of an answer; the selected one has its circle. */
  showMatches(matches: readonly LandingPlace[], selected: number): void;
  /** Marks a position that is asked for, beside the numbered matches around it; `isFitted` moves the view there. */
  showPlace(place: Position, matches: readonly LandingPlace[], isFitted: boolean): void;
  /** Loads the streets again: another key was given. */
  refresh(): void;
  /** Shows a province as a whole. */
  showProvince(code: string): void;
}

/** Builds the map of the landing page in an element: see {@link createPageMap}. Shape: `onPlace` is called with a clicked position and its province. */
export async function createLandingMap(
  host: HTMLElement,
  t: Translate,
  onPlace: (place: Position, province: string | undefined) => void,
  key: (() => string) | undefined,
): Promise<LandingMap> {
  const build = (units: MapUnits) => ({
    t,
    onPlace(place: MapPlace) {
      const code = unitAt(units, place)?.code;
      onPlace({ lat: latitudeOf(place.y), lon: longitudeOf(place.x) }, code);
    },
  });
  const { map, provinces, refresh } = await createPageMap(host, build, key);
  return {
    refresh,
    showMatches(matches, selected) {
      const places = matches.map(({ lat, lon }) => mercator(lat, lon));
      map.mark(
        places.map((place, at) => ({
          place,
          label: String(at + 1),
          radiusMeters: at === selected ? matches[at]?.radiusMeters : undefined,
        })),
      );
      const box = boxOfPlaces(places);
      if (!box) return;
      // The wards around a place say where it is; not all datasets have streets.
      const meters = Math.max(MARGIN_METERS, 1.2 * (matches[selected]?.radiusMeters ?? 0));
      map.fitTo(widened(box, shareOfMeters(meters, places[0]!.y)));
    },
    showPlace({ lat, lon }, matches, isFitted) {
      const numbered = matches.map((match, at) => ({
        place: mercator(match.lat, match.lon),
        label: String(at + 1),
      }));
      const place = mercator(lat, lon);
      map.mark([{ place }, ...numbered], 'shown');
      const box = isFitted && boxOfPlaces([place, ...numbered.map((one) => one.place)]);
      if (box) map.fitTo(widened(box, shareOfMeters(NEAR_METERS, place.y)));
    },
    showProvince(code) {
      const unit = provinces.byCode.get(code);
      if (unit) map.fitTo(boxAround(unit.place, unit.box));
    },
  };
}

function widened({ west, east, north, south }: MapBox, margin: number): MapBox {
  return { west: west - margin, east: east + margin, north: north - margin, south: south + margin };
}
