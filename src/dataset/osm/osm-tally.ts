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

/** Sink that counts features and skipped objects. */
export interface FeatureTally {
  readonly counts: OsmFeatureCounts;
  readonly skipped: SkippedCounts;
  add(feature: Feature): void;
  skip(reason: PlainCode): void;
}

/** Creates a tally that passes features on to a sink. */
export function createFeatureTally(sink: FeatureSink): FeatureTally {
  const counts: OsmFeatureCounts = { streets: 0, houses: 0, interpolated: 0, pois: 0, areas: 0, water: 0 };
  const skipped: SkippedCounts = new Map();
  return {
    counts,
    skipped,
    add(feature) {
      if (feature.kind === 'street') counts.streets += 1;
      else if (feature.kind === 'area') counts.areas += 1;
      else if (feature.kind === 'water') counts.water += 1;
      else if (feature.kind === 'poi') counts.pois += 1;
      else {
        counts.houses += 1;
        if (feature.isInterpolated === true) counts.interpolated += 1;
      }
      sink(feature);
    },
    skip: (reason) => void countReason(skipped, reason, 1, (counted) => counted),
  };
}
