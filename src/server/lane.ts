import { message } from '../base/messages/message.ts';
import { GeomillError } from '../base/errors/geomill-error.ts';
import { createShares, leaverFor, nextOf, type Client, type Shares } from './fair-shares.ts';

/** Requests of one kind: a few are computed at a time, the others wait in order. */
export interface Lane {
  /**
   * Runs work when a place is free.
   *
   * Shape: `client` is whose work it is; all that leave it out are one.
   * Errors: THROTTLED when too many wait already, or no place was free in time; ABORTED when it is cancelled before it began; those of the work.
   */
  run: <T>(
    work: () => Promise<T>,
    cancellation?: { onCancel(listener: () => void): void },
    client?: Client,
  ) => Promise<T>;
}

/** The limits of a lane. Units: milliseconds. */
export interface LaneOptions {
  /** Places. As many more are for those who have no work in any of them. */
  running: number;
  /** Most that wait; no limit when left out. */
  waiting?: number;
  /** Longest wait; no limit when left out. */
  waitMs?: number;
}

/** Of how many the last one counts as one, in the average time of work. */
const SHARE_OF_LAST = 8;
/** When those that are refused may come again. Units: milliseconds. */
const LEAST_RETRY_MS = 1000;
const MOST_RETRY_MS = 10_000;

const SOMEONE: Client = { account: '', address: '' };

/** Work that waits for a place. */
interface Waiting {
  shares: Shares;
  begin: () => void;
  refuse: () => void;
}

/**
 * Builds an empty lane.
 *
 * Guarantee: work whose caller is gone is not begun. Accounts have equal shares, and within an account its addresses: a free place is for the one that
 * has the fewest places, of several for the one whose last work began first. Where too many wait, the last one of whoever has most waiting is refused.
 */
export function createLane({ running: most, waiting: room = Infinity, waitMs }: LaneOptions): Lane {
  const waiting = new Set<Waiting>();
  const sharesOf = createShares();
  let running = 0;
  let begun = 0;
  let averageMs = 0;

  async function hold<T>(work: () => Promise<T>, shares: Shares): Promise<T> {
    running += 1;
    begun += 1;
    for (const share of shares) {
      share.running += 1;
      share.lastBegun = begun;
    }
    const sinceMs = performance.now();
    try {
      return await work();
    } finally {
      running -= 1;
      for (const share of shares) share.running -= 1;
      averageMs += (performance.now() - sinceMs - averageMs) / SHARE_OF_LAST;
      const next = nextOf(waiting);
      if (next && hasPlace(next.shares)) next.begin();
    }
  }

  /** Reports whether there is a place for an account: there are more for one that has none, so that no other one keeps it waiting. */
  function hasPlace([account]: Shares): boolean {
    return running < (account.running === 0 ? 2 : 1) * most;
  }

  /** Returns the failure of a request for which there is no place before the others are done. */
  function busy(): GeomillError {
    const aheadMs = ((waiting.size + 1) * averageMs) / most;
    const retryAfterMs = Math.min(MOST_RETRY_MS, Math.max(LEAST_RETRY_MS, aheadMs));
    return new GeomillError('THROTTLED', message('server.busy'), {
      details: { retryAfterMs, isBusy: true },
    });
  }

  return {
    run(work, cancellation, client = SOMEONE) {
      const shares = sharesOf(client);
      if (hasPlace(shares)) return hold(work, shares);
      if (waiting.size >= room) {
        const leaver = leaverFor(shares, waiting);
        if (!leaver) return Promise.reject(busy());
        leaver.refuse();
      }
      return new Promise((resolve, reject) => {
        const leave = () => {
          clearTimeout(timer);
          if (!waiting.delete(one)) return false;
          for (const share of shares) share.waiting -= 1;
          return true;
        };
        const giveUp = (error: GeomillError) => {
          if (leave()) reject(error);
        };
        const one: Waiting = {
          shares,
          begin() {
            leave();
            hold(work, shares).then(resolve, reject);
          },
          refuse: () => giveUp(busy()),
        };
        const timer = waitMs === undefined ? undefined : setTimeout(one.refuse, waitMs);
        waiting.add(one);
        for (const share of shares) share.waiting += 1;
        cancellation?.onCancel(() =>
          giveUp(new GeomillError('ABORTED', message('setting.requestCancelled'))),
        );
      });
    },
  };
}
