import { message, type Message, type PlainCode } from '../../base/messages/message.ts';
import type { StageColumn } from './stage.ts';

/** Unit and range of the values of a column. */
type Measure = Pick<StageColumn, 'unit' | 'minimum' | 'maximum'>;

/** Lengths. */
export const METERS: Measure = { unit: message('measure.metres') };
/** Durations. */
export const SECONDS: Measure = { unit: message('measure.seconds') };
/** Probabilities and shares. */
export const SHARE: Measure = { minimum: 0, maximum: 1 };

const DEGREES = message('measure.degreesWgs84');
/** Latitudes. */
export const LATITUDE: Measure = { unit: DEGREES, minimum: -90, maximum: 90 };
/** Longitudes. */
export const LONGITUDE: Measure = { unit: DEGREES, minimum: -180, maximum: 180 };

/** Declares a column of a stage: its name, the type and meaning of its values, and how they follow from the result of a row. */
export function column<R>(
  name: string,
  type: StageColumn['type'],
  meaning: PlainCode | Message,
  of: (result: R) => unknown,
  measure: Measure = {},
): StageColumn<R> {
  return {
    name,
    type,
    description: typeof meaning === 'string' ? message(meaning) : meaning,
    ...measure,
    of,
  };
}
