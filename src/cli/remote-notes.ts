import { message, type Message } from '../base/messages/message.ts';
import type { RemoteEvent } from '../remote/options.ts';
import { formatDuration } from '../base/text/duration.ts';
import { formatRate } from './format-figures.ts';

const SHOWN_AT_MOST = 5;

/** Builds a listener that words events of a remote service. Shape: only the first few of each kind, since a long run may be throttled every minute. */
export function createRemoteNotes(onNote: (note: Message | string) => void): (event: RemoteEvent) => void {
  const shown = new Map<RemoteEvent['event'], number>();
  return (event) => {
    const note = noteOf(event);
    if (note === undefined) return;
    const count = (shown.get(event.event) ?? 0) + 1;
    shown.set(event.event, count);
    if (count < SHOWN_AT_MOST) onNote(note);
    else if (count === SHOWN_AT_MOST) onNote(message('remoteNote.lastOfKind', { note }));
  };
}

/** Returns the message for an event; undefined for those that are only counted for the summary. */
function noteOf(event: RemoteEvent): Message | string | undefined {
  switch (event.event) {
    case 'Throttle:Pause':
      return message('remoteNote.pause', {
        status: event.status,
        time: formatDuration(event.pauseMs / 1000),
      });
    case 'Service:Reconnecting':
      return message('remoteNote.reconnecting', { time: formatDuration(event.longestMs / 1000) });
    case 'Throttle:Ceiling':
      return event.why === 'throttled'
        ? message('remoteNote.ceiling', { rate: formatRate(event.ratePerSecond) })
        : undefined;
    case 'Limit:Lowered':
      return message('remoteNote.lowered', { count: event.inFlight });
    case 'Cache:SetAside':
      return message('remoteNote.cacheSetAside', {
        file: event.file,
        movedTo: event.movedTo,
      });
    case 'Cache:Damaged':
      return message('remoteNote.cacheDamaged', { bytes: event.damagedBytes, file: event.file });
    case 'Rate:NotShared':
      return message('remoteNote.rateNotShared');
    case 'Quota:InMemory':
      return message('remoteNote.quotaInMemory');
    case 'Tls:Unchecked':
      return event.message;
    case 'Response:Odd':
      return message('remoteNote.oddResponse', { operation: event.operation, place: event.place });
    case 'Request:Retry':
    case 'Service:Stopped':
      return undefined;
  }
}
