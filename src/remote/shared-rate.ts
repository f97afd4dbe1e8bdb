import type { SharedLog, SharedLogOptions, SharedState } from './disk/shared-log.ts';
import type { SlidingGuard } from './sliding-guard.ts';

/** The sends of all processes that use one cache folder, for the rate of one service. */
export interface SharedRate {
  /** Builds a guard that counts the sends of all these processes. */
  newGuard(places: number, windowMs: number): SlidingGuard;
  close(): Promise<void>;
}

/** The settings of a shared rate. `nowMs` must be the same clock in all processes of the machine. */
export interface SharedRateOptions {
  log: Omit<SharedLogOptions, 'state' | 'entryLength' | 'syncAfterMs'>;
  open: (options: SharedLogOptions) => SharedLog;
  nowMs: () => number;
}

/** The largest number of sends that a guard looks back on: the highest rate. */
const MAX_PLACES = 5000;
/** Places of a process that has appended nothing for so long are free again: it was killed. */
const SILENT_MS = 5000;
const KEEP_ALIVE_MS = 1000;
const FORGET_MS = 60_000;
const POLL_MS = 20;
/** Times so far ahead are of an earlier start of the machine. */
const AHEAD_MS = 1000;

/** What a process does with a place: it takes it, writes its request, returns it unused, or reports that it still runs. */
type Action = 't' | 'w' | 'r' | 'k';

const ENTRY_LENGTH = 2 + 16;

/** Opens the shared rate of a service. Errors: IO. Cost: some 30 microseconds per request, without syncs. */
export function openSharedRate({ log: settings, open, nowMs }: SharedRateOptions): SharedRate {
  /** Times of sends, ascending. */
  let times: number[] = [];
  /** Places that each process took and has not written yet. */
  let holders = new Map<string, { places: number; seenMs: number }>();
  /** Places that this process holds, whatever damage to the log made of them. */
  let ownPlaces = 0;
  /** The attempt of this process to take a place. */
  let attempt: { places: number; windowMs: number; nowMs: number; hasTaken: boolean } | undefined;
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;

  const state: SharedState = {
    save() {
      const held = [...holders].map(([writer, { places, seenMs }]) => `${writer}:${places}:${seenMs}`);
      return `${times.slice(-MAX_PLACES).join(',')} ${held.join(',')}`;
    },
    restore(saved = ' ') {
      const [sent = '', held = ''] = saved.split(' ');
      times = listOf(sent).map(Number).filter(isPast);
      holders = new Map(
        listOf(held).map((each) => {
          const [writer = '', places = '0', seenMs = '0'] = each.split(':');
          // A process of an earlier start of the machine holds nothing any more.
          return [writer, { places: isPast(Number(seenMs)) ? Number(places) : 0, seenMs: Number(seenMs) }];
        }),
      );
    },
    apply(entry, writer) {
      const action = entry[0] as Action;
      const atMs = Number(entry.slice(2));
      if (!isPast(atMs)) return;
      const holder = holders.get(writer) ?? { places: 0, seenMs: atMs };
      holders.set(writer, holder);
      holder.seenMs = atMs;
      if (action === 't') {
        // The order of the log decides between processes that want the last place.
        if (attempt && writer === log.writer) {
          attempt.hasTaken = waitFor(attempt.places, attempt.windowMs, attempt.nowMs) === 0;
        }
        holder.places += 1;
      }
      if (action === 'w' || action === 'r') holder.places = Math.max(0, holder.places - 1);
      if (action === 'w') insert(times, atMs);
      if (times.length > 2 * MAX_PLACES) times = times.slice(-MAX_PLACES);
      for (const [name, { seenMs }] of holders) if (seenMs < atMs - FORGET_MS) holders.delete(name);
    },
    // A lost entry frees a place too early, or too late: when the next file tells its process, or when that process ends.
    skip: () => undefined,
  };
  const log = open({ ...settings, state, entryLength: ENTRY_LENGTH });

  function isPast(atMs: number): boolean {
    return atMs <= nowMs() + AHEAD_MS;
  }

  function append(action: Action, atMs: number): void {
    if (isClosed) return;
    try {
      log.append(`${action} ${atMs.toFixed(3)}`);
    } catch (error) {
      // It ends the run: a limiter that gets it may be replaced at this moment, and a place that was not given back would be held for ever.
      settings.onFailure(error as Error);
      throw error;
    }
  }

  function keepAlive(): void {
    timer ??= setInterval(() => {
      try {
        // A place that only a damaged log says is held would be held for ever, by each sign of life.
        if ((holders.get(log.writer)?.places ?? 0) > ownPlaces) append('r', nowMs());
        else if (ownPlaces > 0) append('k', nowMs());
      } catch {
        // Reported by `append`.
      }
    }, KEEP_ALIVE_MS).unref();
  }

  function waitFor(places: number, windowMs: number, nowMs: number): number {
    let held = ownPlaces;
    for (const [writer, holder] of holders) {
      if (writer === log.writer) continue;
      const silentMs = nowMs - holder.seenMs;
      const isRunning = silentMs >= -AHEAD_MS && silentMs <= SILENT_MS + windowMs;
      if (isRunning) held += holder.places;
    }
    const free = places - held;
    if (free <= 0) return POLL_MS;
    if ((times.at(-1) ?? 0) > nowMs + AHEAD_MS) times = times.map((at) => Math.min(at, nowMs));
    const oldest = times[times.length - free] ?? -Infinity;
    // Never longer than a send of this moment would be waited for, whatever the times say.
    return Math.min(windowMs, Math.max(0, oldest + windowMs - nowMs));
  }

  return {
    newGuard: (places, windowMs) => ({
      waitMs(nowMs) {
        log.follow();
        return waitFor(places, windowMs, nowMs);
      },
      reserve(nowMs) {
        attempt = { places, windowMs, nowMs, hasTaken: false };
        append('t', nowMs);
        keepAlive();
        if (attempt.hasTaken) ownPlaces += 1;
        else append('r', nowMs);
        return attempt.hasTaken;
      },
      written(nowMs) {
        // Held on if it fails: it was used, and no other process knows when.
        append('w', nowMs);
        ownPlaces -= 1;
      },
      giveBack() {
        append('r', nowMs());
        ownPlaces -= 1;
      },
    }),
    async close() {
      isClosed = true;
      clearInterval(timer);
      await log.close();
    },
  };
}

const listOf = (text: string) => (text === '' ? [] : text.split(','));

function insert(times: number[], atMs: number): void {
  let at = times.length;
  while (at > 0 && (times[at - 1] ?? 0) > atMs) at -= 1;
  if (at === times.length) times.push(atMs);
  else times.splice(at, 0, atMs);
}
