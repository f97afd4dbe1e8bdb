import { message, type Message, type MessageValue } from '../../../base/messages/message.ts';
import type { ConversionStep } from '../../../contract/records/conversion.ts';

/** A change to be explained. Shape: `areaOnly` are units that by law got, or gave, area without population. */
export interface ExplainedChange {
  /** The unit with those above it that tell it from others: `Xã Hải Hòa, Thành phố Cẩm Phả`. */
  subject: string;
  /** The full name of the unit alone: a first step of another unit is one of its province. */
  unit: string;
  steps: readonly ConversionStep[];
  /** Province of the target, if it is another one. */
  newProvince: string | undefined;
  areaOnly: readonly { unit: string; item: string }[];
  others: readonly string[];
  /** Units that the text fits as well as the explained one, which is among them. */
  tied: readonly string[];
}

/** Returns one sentence about what became of a unit: unit, day, decree, item, and how much of it. */
export function explainChange(change: ExplainedChange): Message {
  const { subject, unit, steps, areaOnly, others, tied, newProvince } = change;
  if (steps.length === 0) return message('change.same', { subject });
  const clauses = steps.map((step, at) => {
    const isSame = steps[at - 1]?.to === step.from;
    return explainStep(
      step,
      at === 0 && step.from === unit ? subject : isSame ? message('change.it') : step.from,
    );
  });
  const parts = [message('change.steps', { steps: clauses })];
  if (newProvince !== undefined && !steps.some(({ to }) => to === newProvince))
    parts.push(message('change.newProvince', { province: newProvince }));
  if (others.length > 0) parts.push(message('change.others', { units: others }));
  if (tied.length > 0) parts.push(message('change.tied', { units: tied }));
  for (const { unit: other, item: number } of areaOnly) {
    const values = {
      unit: other,
      item: number === '' ? '' : message('change.itemInBrackets', { item: number }),
    };
    // A unit of the name of the one that is explained.
    const isNamesake = steps[0]?.from === other;
    parts.push(isNamesake ? message('change.areaOnlyOfToday', values) : message('change.areaOnly', values));
  }
  return message('change.sentence', { parts });
}

/** Districts ended on this day: before it, a ward may have moved to another of them. */
const LAST_DISTRICTS = '2025-07-01';

function explainStep(step: ConversionStep, what: MessageValue): Message {
  const { change, extent, from, to, decree, item, effective, since, certainty } = step;
  // A ward of which the records know no day, or a district, of which the text names no ward.
  if (effective === '') return message('change.goneBefore', { what, to });
  const day = dayOf(effective);
  if (to === '') return message('change.goneOn', { what, day, decree });
  const isMerged = change === 'merged' || change === 'divided';
  if (effective < LAST_DISTRICTS)
    return message('change.earlierStep', {
      ...{ what, to, extent },
      verb: isMerged ? (from === to ? 'intoNew' : 'into') : change,
      day:
        since === undefined
          ? message('change.onDay', { day })
          : message('change.between', { since: dayOf(since), day }),
      decree: decree === '' ? '' : message('change.byDecree', { decree }),
      source: certainty === undefined ? '' : message('change.byLists'),
    });
  return message('change.step', {
    ...{ what, to, day, decree, extent },
    verb: isMerged ? (from === to ? 'intoNew' : 'into') : change,
    item: item === '' ? '' : message('change.item', { item }),
  });
}

function dayOf(day: string): Message {
  const [year = '', month, date] = day.split('-');
  return message('change.day', { year, month: String(Number(month)), date: String(Number(date)) });
}
