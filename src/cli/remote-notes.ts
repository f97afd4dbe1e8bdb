import type { RemoteEvent } from '../remote/options.ts';
import { formatCount, formatDuration, formatRate } from './format-figures.ts';

const SHOWN_AT_MOST = 5;

/** Builds a listener that words events of a remote service. Shape: only the first few of each kind, since a long run may be throttled every minute. */
export function createRemoteNotes(onNote: (note: string) => void): (event: RemoteEvent) => void {
  const shown = new Map<RemoteEvent['event'], number>();
  return (event) => {
    const note = noteOf(event);
    if (note === undefined) return;
    const count = (shown.get(event.event) ?? 0) + 1;
    shown.set(event.event, count);
    if (count < SHOWN_AT_MOST) onNote(note);
    else if (count === SHOWN_AT_MOST) onNote(`${note}; further notes of this kind are not shown`);
  };
}

/** Returns the sentence for an event; undefined for those that are only counted for the summary. */
function noteOf(event: RemoteEvent): string | undefined {
  switch (event.event) {
    case 'Throttle:Pause':
      return `the service asks for a pause (${event.status}): waiting ${formatDuration(event.pauseMs / 1000)}`;
    case 'Service:Reconnecting':
      return `the service refuses connections: trying again for ${formatDuration(event.longestMs / 1000)}`;
    case 'Throttle:Ceiling':
      return event.why === 'throttled'
        ? `the service allows fewer requests: continuing with ${formatRate(event.ratePerSecond)} a second`
        : undefined;
    case 'Limit:Lowered':
      return `the service is too slow for so many routes at once: continuing with ${formatCount(event.inFlight)} in flight`;
    case 'Cache:SetAside':
      return `the cache ${event.file} cannot be used (it holds no response of Geomill): it was moved to ${event.movedTo}, and a new one was created`;
    case 'Cache:OldFormat':
      return `${event.file} holds responses of an older version of Geomill, which this version cannot read: they are requested again, and what the older version sent today is not in the daily count. To use them, finish with the version that wrote them; otherwise remove the file`;
    case 'Cache:Damaged':
      return `${formatCount(event.damagedBytes)} bytes of the cache ${event.file} are damaged: what was there is requested again`;
    case 'Rate:NotShared':
      return 'without a cache the rate is that of this run only: other runs at the same time have their own';
    case 'Quota:InMemory':
      return 'without a cache the daily quota counts the requests of this run only';
    case 'Tls:Unchecked':
      return event.message;
    case 'Response:Odd':
      return `responses of ${event.operation} differ from the interface at ${event.place}, where nothing depends on it: they are used`;
    case 'Request:Retry':
    case 'Service:Stopped':
      return undefined;
  }
}
