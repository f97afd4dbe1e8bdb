import { latitudeOf, longitudeOf, type MapBox, shareOfMeters } from '../kit/map/projection.ts';
import { mercator, type MapPlace } from '../../base/geo/mercator.ts';
import type { Position } from '../../base/geo/position.ts';
import type { ReviewFacts, ReviewText } from '../../report/data/review-facts.ts';
import type { MapMarker } from '../kit/map/line-layer.ts';
import { createMap } from '../kit/map/map.ts';
import { boxOfPlaces } from '../kit/map/projection.ts';
import type { MapUnits } from '../kit/map/units.ts';
import { tileSource } from '../kit/page-blocks.ts';
import type { PageFormat } from '../kit/page-format.ts';

/** The map of a review. */
export interface ReviewMap {
  element: HTMLElement;
  focus(): void;
  /** Shows the candidates of a text with their circles, and the pin where there is one; `isFitted` moves the view there. */
  show(text: ReviewText | undefined, pin: Position | undefined, isFitted: boolean): void;
}

/** What is shown around a single candidate. Units: metres. */
const NEAR_METERS = 300;
/** Degrees are written with 0.1 m. */
const DIGITS = 6;

/** Builds the map: a click or Enter puts the pin, which can be dragged, and a click on a candidate chooses it. */
export function createReviewMap(
  facts: ReviewFacts,
  { provinces, wards }: { provinces: MapUnits; wards: MapUnits },
  format: PageFormat,
  { onPin, onCandidate }: { onPin: (place: Position) => void; onCandidate: (number: number) => void },
): ReviewMap {
  const { t } = format;
  const put = ({ x, y }: MapPlace) =>
    onPin({ lat: Number(latitudeOf(y).toFixed(DIGITS)), lon: Number(longitudeOf(x).toFixed(DIGITS)) });
  const map = createMap({
    ground: { provinces, wards, tiles: tileSource(facts) },
    labels: { mapLabel: t('reviewPage.mapLabel'), fit: t('reviewPage.fit') },
    ...{ t, format },
    onPlace: put,
    onDrag: put,
    onMarker: (label) => onCandidate(Number(label)),
  });
  return {
    element: map.element,
    focus: () => map.element.querySelector<HTMLElement>('.map-stage')?.focus(),
    show(text, pin, isFitted) {
      const candidates = (text?.candidates ?? []).flatMap(({ lat, lon, meters }, at): MapMarker[] =>
        lat === null || lon === null
          ? []
          : [{ place: mercator(lat, lon), label: String(at + 1), radiusMeters: meters ?? 0 }],
      );
      const own: MapMarker[] = pin ? [{ place: mercator(pin.lat, pin.lon), isMovable: true }] : [];
      map.mark([...own, ...candidates]);
      const box = isFitted && boxOfPlaces([...own, ...candidates].map(({ place }) => place));
      if (box) map.fitTo(around(box, candidates.length === 1 ? (candidates[0]?.radiusMeters ?? 0) : 0));
    },
  };
}

/** Widens a box, so that a single place is seen with what is around it. */
function around({ west, north, east, south }: MapBox, meters: number): MapBox {
  const margin = shareOfMeters(Math.max(NEAR_METERS, meters), north);
  return { west: west - margin, east: east + margin, north: north - margin, south: south + margin };
}
