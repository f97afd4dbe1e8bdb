import { loadUnits } from '../kit/map/load-units.ts';
import { createMap, type GroundMap } from '../kit/map/map.ts';
import {
  boxAround,
  boxOfPlaces,
  latitudeOf,
  longitudeOf,
  mercator,
  shareOfMeters,
} from '../kit/map/projection.ts';
import { WARD_ZOOM } from '../kit/map/unit-layer.ts';
import { unitAt } from '../kit/map/units.ts';
import type { MapTexts } from '../kit/map/parts.ts';

/** What is shown around matches. Units: metres. */
const MARGIN_METERS = 2500;

/** A match of an answer. Units: degrees. */
interface Match {
  lat: number;
  lon: number;
}

/** The map of the landing page. */
export interface LandingMap {
  /** Numbers the matches of an answer. */
  showMatches(matches: readonly Match[]): void;
  /** Marks a position that is asked for. */
  showPlace(place: Match): void;
  /** Shows a province as a whole. */
  showProvince(code: string): void;
}

/** Builds the map in an element that has the addresses of the outlines as `data-provinces` and `data-wards`. Shape: `onPlace` is called with a clicked position and its province. */
export async function createLandingMap(
  host: HTMLElement,
  texts: MapTexts,
  onPlace: (place: Match, province: string | undefined) => void,
): Promise<LandingMap> {
  const { provinces: provincesUrl = '', wards: wardsUrl = '' } = host.dataset;
  const provinces = await loadUnits(provincesUrl);
  const numbers = new Intl.NumberFormat(document.documentElement.lang);
  let areWardsWanted = true;
  const map: GroundMap = createMap({
    ground: { provinces },
    texts,
    format: {
      count: (value) => numbers.format(value),
      meters: (value) => (value < 1000 ? `${numbers.format(value)} m` : `${numbers.format(value / 1000)} km`),
    },
    onPlace(place) {
      const code = unitAt(provinces, place)?.code;
      onPlace({ lat: latitudeOf(place.y), lon: longitudeOf(place.x) }, code);
    },
    // The wards of the whole country are ten times as many bytes: they come when somebody looks nearer.
    onZoom(zoom) {
      if (!areWardsWanted || zoom < WARD_ZOOM - 1) return;
      areWardsWanted = false;
      void loadUnits(wardsUrl).then(
        (wards) => map.setGround({ provinces, wards }),
        () => (areWardsWanted = true),
      );
    },
  });
  host.replaceChildren(map.element);
  return {
    showMatches(matches) {
      const places = matches.map(({ lat, lon }) => mercator(lat, lon));
      map.mark(places.map((place, at) => ({ place, label: String(at + 1) })));
      const box = boxOfPlaces(places);
      if (!box) return;
      // A place is known by the wards around it: there are no streets here.
      const margin = shareOfMeters(MARGIN_METERS, places[0]!.y);
      map.fitTo({
        west: box.west - margin,
        east: box.east + margin,
        north: box.north - margin,
        south: box.south + margin,
      });
    },
    showPlace: ({ lat, lon }) => map.mark([{ place: mercator(lat, lon) }], 'shown'),
    showProvince(code) {
      const unit = provinces.byCode.get(code);
      if (unit) map.fitTo(boxAround(unit.place, unit.box));
    },
  };
}
