/** Gathers changes so that one commit serves many of them. */
export interface GroupCommit<T> {
  /** Adds a change; resolves when its commit has succeeded, rejects when it has failed. */
  add(change: T): Promise<void>;
}

/** Configures a group commit. */
export interface GroupCommitOptions<T> {
  commit: (changes: T[]) => Promise<unknown>;
  /** Commits per second in the long run; changes wait for company only beyond that. */
  commitsPerSecond: number;
  /** Commits at once, whatever the rate, when so many changes wait. */
  enough: number;
  /** Returns the monotonic time. Units: milliseconds. */
  nowMs: () => number;
}

interface Pending<T> {
  change: T;
  resolve: () => void;
  reject: (error: Error) => void;
}

const BURST = 20;

/**
 * Builds a group commit; commits never overlap.
 *
 * Guarantee: at a low rate a change waits for nothing but the commit under way, for its caller holds a place among the requests.
 * Cost: a commit costs about as much for one change as for thirty, most of it in syncs of the disk.
 */
export function createGroupCommit<T>(options: GroupCommitOptions<T>): GroupCommit<T> {
  const { commit, enough, nowMs } = options;
  const perMs = options.commitsPerSecond / 1000;
  let pending: Pending<T>[] = [];
  let timer: NodeJS.Timeout | undefined;
  let isCommitting = false;
  let isAboutTo = false;
  let tokens = BURST;
  let filledMs = nowMs();

  async function flush() {
    clearTimeout(timer);
    timer = undefined;
    isAboutTo = false;
    tokens = Math.max(0, tokens - 1);
    const group = pending;
    pending = [];
    isCommitting = true;
    try {
      await commit(group.map(({ change }) => change));
      for (const { resolve } of group) resolve();
    } catch (error) {
      for (const { reject } of group) reject(error as Error);
    }
    isCommitting = false;
    schedule();
  }

  function schedule() {
    if (isCommitting || isAboutTo || pending.length === 0) return;
    const now = nowMs();
    tokens = Math.min(BURST, tokens + (now - filledMs) * perMs);
    filledMs = now;
    if (tokens >= 1 || pending.length >= enough) {
      // At the end of this turn of the event loop, to take along the answers that arrived in the same moment.
      isAboutTo = true;
      setImmediate(() => void flush());
    } else timer ??= setTimeout(() => void flush(), Math.ceil((1 - tokens) / perMs));
  }

  return {
    add: (change) =>
      new Promise((resolve, reject) => {
        pending.push({ change, resolve, reject });
        schedule();
      }),
  };
}
