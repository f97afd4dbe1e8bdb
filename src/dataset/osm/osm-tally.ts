import type { PlainCode } from '../../base/messages/message.ts';
import { countReason, type Feature, type FeatureSink, type SkippedCounts } from '../features.ts';

/** Numbers of features by kind; `interpolated` are part of the `houses`. */
export interface OsmFeatureCounts {
  streets: number;
  houses: number;
  interpolated: number;
  pois: number;
  areas: number;
  water: number;
}

/** Bounds. Units: degrees WGS84. */
export interface OsmBox {
  south: number;
  west: number;
  north: number;
  east: number;
}

/** Sink that counts features and skipped objects. */
export interface FeatureTally {
  readonly counts: OsmFeatureCounts;
  readonly skipped: SkippedCounts;
  /** Bounds of streets, houses and places; areas and water extend far beyond an extract. */
  readonly bbox: OsmBox | undefined;
  add(feature: Feature): void;
  skip(reason: PlainCode): void;
}

/** Creates a tally that passes features on to a sink. */
export function createFeatureTally(sink: FeatureSink): FeatureTally {
  const counts: OsmFeatureCounts = { streets: 0, houses: 0, interpolated: 0, pois: 0, areas: 0, water: 0 };
  const skipped: SkippedCounts = new Map();
  const box: OsmBox = { south: Infinity, west: Infinity, north: -Infinity, east: -Infinity };

  function widen(lat: number, lon: number): void {
    if (lat < box.south) box.south = lat;
    if (lat > box.north) box.north = lat;
    if (lon < box.west) box.west = lon;
    if (lon > box.east) box.east = lon;
  }

  return {
    counts,
    skipped,
    get bbox() {
      return box.south === Infinity ? undefined : { ...box };
    },
    add(feature) {
      if (feature.kind === 'street') {
        counts.streets += 1;
        for (let i = 0; i < feature.line.length; i += 2) widen(feature.line[i], feature.line[i + 1]);
      } else if (feature.kind === 'area') counts.areas += 1;
      else if (feature.kind === 'water') counts.water += 1;
      else {
        if (feature.kind === 'poi') counts.pois += 1;
        else {
          counts.houses += 1;
          if (feature.isInterpolated === true) counts.interpolated += 1;
        }
        widen(feature.position.lat, feature.position.lon);
      }
      sink(feature);
    },
    skip: (reason) => void countReason(skipped, reason, 1, (counted) => counted),
  };
}
