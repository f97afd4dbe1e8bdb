import { message, type Message } from '../messages/message.ts';

const UNANSWERED = 'row.unanswered';

/** Returns the reason of a request that a service never answered: that of the last attempt, with their number. */
export function unanswered(reason: Message, attempts: number): Message {
  return message(UNANSWERED, { reason, attempts });
}

/** Reports whether a reason is that of a request that a service never answered. */
export const isUnanswered = ({ code }: Message): boolean => code === UNANSWERED;
