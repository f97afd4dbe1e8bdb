/** The kinds of faults that a schedule may have. */
export const FAULTS = [
  'worker killed',
  'workers come and go',
  'worker frozen',
  'worker stopped',
  'coordinator killed',
  'power lost',
  'killed at a disk operation',
  'coordinator frozen',
  'second coordinator',
  'partition',
  'slow connection',
  'Redis restarted',
  'Redis flushed',
  'clock of Redis jumps',
  'chunks swapped',
  'record changed',
  'garbage result',
  'other worker',
  'wrong worker',
  'failing chunk',
  'deadly chunk',
  'flaky chunk',
] as const;

/** A kind of fault. */
export type FaultKind = (typeof FAULTS)[number];

/** A fault of a schedule. Shape: `atMs` and `forMs` in simulated time; `pick` is a number from 0 to 1 for whatever it has to choose. */
export interface Fault {
  kind: FaultKind;
  atMs: number;
  forMs: number;
  pick: number;
}

/** The schedule that a seed stands for: sizes, speeds and faults. */
export interface Schedule {
  rows: number;
  chunkBytes: number;
  chunksInWindow: number;
  workers: number;
  lockMs: number;
  checkpointMs: number;
  /** Longest time that a chunk takes. */
  computeMs: number;
  /** Longest time that a sync takes. */
  syncMs: number;
  faults: readonly Fault[];
}

/** Faults of the computation last until a run has stopped because of them; one such fault a schedule keeps its outcome certain. */
const OF_COMPUTATION: readonly FaultKind[] = ['wrong worker', 'failing chunk', 'deadly chunk'];
const FAULTS_UNTIL_MS = 5_000;

/** Draws a schedule. */
export function drawSchedule(random: () => number): Schedule {
  const between = (from: number, to: number) => from + Math.floor(random() * (to - from + 1));
  const chunkBytes = between(34, 60);
  const chunks = between(4, 7);
  const kinds = Array.from(
    { length: between(1, 3) },
    () => FAULTS[between(0, FAULTS.length - 1)] as FaultKind,
    // One costs as much as ten others.
  ).filter((kind) => kind !== 'deadly chunk' || random() < 0.3);
  const lockMs = between(2, 4) * 500;
  const faults: Fault[] = [];
  const drawFault = (kind: FaultKind, atMs: number): Fault => ({
    ...{ kind, atMs, forMs: kind === 'workers come and go' ? 8_000 : 200 + 6_000 * random() ** 2 },
    pick: random(),
  });
  let hasComputation = false;
  for (const kind of kinds) {
    const isOfComputation = OF_COMPUTATION.includes(kind);
    if (isOfComputation && hasComputation) continue;
    hasComputation ||= isOfComputation;
    const atMs = random() * FAULTS_UNTIL_MS;
    for (let left = isOfComputation ? 1 : between(1, 2); left > 0; left -= 1)
      faults.push(drawFault(kind, isOfComputation ? atMs / 4 : random() * FAULTS_UNTIL_MS));
    // Second results come from workers that had lost their job.
    if (kind === 'wrong worker')
      for (let left = between(2, 4); left > 0; left -= 1)
        faults.push({
          ...drawFault('worker frozen', atMs / 4 + 5_000 * random()),
          forMs: lockMs * (1.2 + 1.5 * random()),
        });
  }
  return {
    rows: Math.ceil((chunks * chunkBytes) / 11),
    chunkBytes,
    chunksInWindow: between(2, 4),
    workers: between(2, 3),
    lockMs,
    checkpointMs: between(0, 2) * 200,
    computeMs: 100 + 1_200 * random(),
    // A process that was frozen between its check of the lock and the end of a sync is beyond what the lock promises.
    syncMs: kinds.includes('second coordinator') ? 0 : between(0, 1) * 20,
    faults: faults.sort((a, b) => a.atMs - b.atMs),
  };
}
