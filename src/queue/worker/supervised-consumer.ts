import { SYSTEM_CLOCK, type Clock } from '../../base/files/clock.ts';
import type { Consumer } from './consumer.ts';

const LOOK_MS = 5_000;
/** Looks in a row at which jobs wait and none is begun; then the consumer is replaced. */
const SILENT_LOOKS = 3;

/** A consumer that is replaced when it has become silent, as BullMQ's may after a broken connection. */
export interface SupervisedConsumer {
  active(): number;
  /** Looks at the consumer; called at intervals. */
  look(): Promise<void>;
  close(): Promise<void>;
}

/** Supervises consumers that `open` creates. Shape: `onReplaced` is called for each one that was silent. */
export function superviseConsumer(
  open: () => Consumer,
  onReplaced: () => void,
  { after }: Pick<Clock, 'after'> = SYSTEM_CLOCK,
): SupervisedConsumer {
  let consumer = open();
  let begun = 0;
  let silentLooks = 0;
  let isClosed = false;

  async function look(): Promise<void> {
    const isSilent = consumer.active() === 0 && consumer.begun() === begun && (await consumer.waiting()) > 0;
    begun = consumer.begun();
    silentLooks = isSilent ? silentLooks + 1 : 0;
    if (silentLooks < SILENT_LOOKS || isClosed) return;
    onReplaced();
    silentLooks = 0;
    const silent = consumer;
    consumer = open();
    begun = 0;
    await silent.close(true);
  }
  async function lookAgain(): Promise<void> {
    await look().catch(() => undefined);
    if (!isClosed) cancel = after(LOOK_MS, lookAgainLater);
  }
  const lookAgainLater = () => void lookAgain();
  let cancel = after(LOOK_MS, lookAgainLater);
  return {
    active: () => consumer.active(),
    look,
    async close() {
      isClosed = true;
      cancel();
      await consumer.close();
    },
  };
}
