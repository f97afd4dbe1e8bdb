import { isInVietnam, SWAPPED } from '../../../base/position/read-position.ts';
import { message, type Message } from '../../../base/messages/message.ts';
import type { StageReading } from '../../stages/stage.ts';
import { percent, share, type Judgement } from './judgement.ts';

const MANY = 0.5;
const NEARLY_ALL = 0.9;
const ROWS_MIN = 10;
/** Fewer rows are enough where none of them can be read. */
const AGREEING_ROWS_MIN = 5;

type PositionReading = Exclude<StageReading, 'empty' | { text: string; isPlaced: boolean }>;

/** Judges whether positions are in Vietnam. Shape: no doubts for a sample that is too small. */
export function judgePositions(readings: readonly PositionReading[]): Judgement {
  const isFew = readings.length < ROWS_MIN;
  const isAllWrong = readings.length >= AGREEING_ROWS_MIN && readings.every((reading) => 'fault' in reading);
  if (isFew && !isAllWrong) return { doubts: [] };
  const positions = readings.flatMap((reading) => ('fault' in reading ? [] : [reading]));
  const faults = readings.flatMap((reading) => ('fault' in reading ? [reading.fault] : []));
  const inside = positions.filter(isInVietnam);
  const swapped = positions.filter(({ note }) => note?.code === SWAPPED.code).length;
  const inVietnam = percent(share(inside.length, readings.length));
  const line =
    swapped === 0
      ? message('sample.positions', { share: inVietnam })
      : message('sample.positionsSwapped', {
          share: inVietnam,
          swapped: percent(share(swapped, readings.length)),
        });
  const doubt = (rule: string, sentence: Message): Judgement => ({
    line,
    doubts: [{ rule, sentence, sets: [] }],
  });
  if (faults.length >= readings.length * MANY)
    return doubt(
      'no_position',
      message('sample.noPositions', {
        share: percent(share(faults.length, readings.length)),
        fault: faults[0] as Message,
      }),
    );
  const outside = positions.filter((position) => !isInVietnam(position));
  if (outside.length >= positions.length * MANY) {
    const { lat = 0, lon = 0 } = outside[0] ?? {};
    return doubt(
      'outside',
      message('sample.outside', { share: percent(share(outside.length, positions.length)), lat, lon }),
    );
  }
  const coarse = positions.filter(({ lat, lon }) => Number.isInteger(lat) && Number.isInteger(lon)).length;
  if (coarse >= positions.length * NEARLY_ALL)
    return doubt(
      'whole_degrees',
      message('sample.wholeDegrees', { share: percent(share(coarse, positions.length)) }),
    );
  return { line, doubts: [] };
}
