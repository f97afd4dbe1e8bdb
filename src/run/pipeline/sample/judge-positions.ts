import { isInVietnam, SWAPPED } from '../../../base/text/read-position.ts';
import type { StageReading } from '../../stages/stage.ts';
import { percent, share, type Judgement } from './judgement.ts';

const MANY = 0.5;
const NEARLY_ALL = 0.9;
const ROWS_MIN = 10;

type PositionReading = Exclude<StageReading, 'empty' | { text: string; isPlaced: boolean }>;

/** Judges whether positions are in Vietnam. Shape: no doubts for a sample that is too small. */
export function judgePositions(readings: readonly PositionReading[]): Judgement {
  if (readings.length < ROWS_MIN) return { doubts: [] };
  const positions = readings.flatMap((reading) => ('fault' in reading ? [] : [reading]));
  const faults = readings.flatMap((reading) => ('fault' in reading ? [reading.fault] : []));
  const inside = positions.filter(isInVietnam);
  const swapped = positions.filter(({ note }) => note === SWAPPED).length;
  const exchanged =
    swapped === 0
      ? ''
      : `, ${percent(share(swapped, readings.length))} with latitude and longitude exchanged, read the other way round`;
  const line = `position: ${percent(share(inside.length, readings.length))} are in Vietnam${exchanged}`;
  const doubt = (rule: string, sentence: string): Judgement => ({
    line,
    doubts: [{ rule, sentence, sets: [] }],
  });
  if (faults.length >= readings.length * MANY)
    return doubt(
      'no_position',
      `${percent(share(faults.length, readings.length))} of the rows have no position that can be read: ${faults[0]}`,
    );
  const outside = positions.filter((position) => !isInVietnam(position));
  if (outside.length >= positions.length * MANY) {
    const [first] = outside;
    return doubt(
      'outside',
      `${percent(share(outside.length, positions.length))} of the positions are outside of Vietnam, the first at ${first?.lat}, ${first?.lon}: are the columns, their order and their sign right?`,
    );
  }
  const coarse = positions.filter(({ lat, lon }) => Number.isInteger(lat) && Number.isInteger(lon)).length;
  if (coarse >= positions.length * NEARLY_ALL)
    return doubt(
      'whole_degrees',
      `${percent(share(coarse, positions.length))} of the positions are whole degrees, 110 km apart: their decimals were lost, probably in a spreadsheet`,
    );
  return { line, doubts: [] };
}
