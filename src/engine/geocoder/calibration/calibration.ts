import table from '../../../data/calibration.json' with { type: 'json' };
import type { SearchedLevel } from '../../../contract/records/osm-feature.ts';
import type { PiecewiseLinear } from '../../../base/geo/piecewise-linear.ts';

/**
 * The fitted parameters of confidence and radius.
 *
 * Shape: `weights` of the evidence, by level; `probability` turns the weighted sum into a probability, by level; `radius` is the
 * factor of the engine's own radius in bands of confidence, by level; `chances` are the weights and probabilities of each distance of `CHANCE_METERS`.
 */
export interface Calibration {
  /** As `radius`, of matches whose question leaves several wards open. */
  openRadius: Calibration['radius'];
  weights: Readonly<Record<SearchedLevel, readonly number[]>>;
  probability: Readonly<Record<SearchedLevel, PiecewiseLinear>>;
  radius: Readonly<Record<SearchedLevel, { confidence: readonly number[]; factor: readonly number[] }>>;
  chances: readonly Readonly<
    Record<SearchedLevel, { weights: readonly number[]; probability: PiecewiseLinear }>
  >[];
}

/** The parameters in force. */
export const CALIBRATION: Calibration = table.calibration;
