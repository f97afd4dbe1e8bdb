/** Gathers changes so that one commit serves many of them. */
export interface GroupCommit<T> {
  /** Adds a change; resolves when its commit has succeeded, rejects when it has failed. */
  add(change: T): Promise<void>;
}

/** Configures a group commit. Units: milliseconds. */
export interface GroupCommitOptions<T> {
  commit: (changes: T[]) => Promise<unknown>;
  /** Longest wait of a change for company. */
  maxWaitMs: number;
  /** Commits at once when so many changes wait. */
  enough: number;
}

interface Pending<T> {
  change: T;
  resolve: () => void;
  reject: (error: Error) => void;
}

/**
 * Builds a group commit; commits never overlap.
 *
 * Cost: a commit costs about as much for one change as for thirty, most of it in syncs of the disk.
 */
export function createGroupCommit<T>({ commit, maxWaitMs, enough }: GroupCommitOptions<T>): GroupCommit<T> {
  let pending: Pending<T>[] = [];
  let timer: NodeJS.Timeout | undefined;
  let isCommitting = false;

  async function flush() {
    clearTimeout(timer);
    timer = undefined;
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
    if (isCommitting || pending.length === 0) return;
    if (pending.length >= enough) void flush();
    else timer ??= setTimeout(() => void flush(), maxWaitMs);
  }

  return {
    add: (change) =>
      new Promise((resolve, reject) => {
        pending.push({ change, resolve, reject });
        schedule();
      }),
  };
}
