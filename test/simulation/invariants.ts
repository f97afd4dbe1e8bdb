import type { Start } from '../../src/run/pipeline/journal/start.ts';
import { unpackResult, type JobResult } from '../../src/queue/job.ts';
import type { OpenJob, OpenJobs } from '../../src/queue/open-jobs.ts';
import type { createMemoryDisk } from '../support/memory-disk.ts';
import { PATHS, type SimCoordinatorOptions } from './coordinator.ts';
import type { FaultKind, Schedule } from './faults.ts';
import type { SimProcess } from './scheduler.ts';
import { FRAMES, type Table } from './table.ts';

/** A result that no worker has sent. */
export const GARBAGE = 'garbage';

/** Failures that a fault of the computation leads to, and no other fault does. */
const STOPS: readonly [message: RegExp, faults: readonly FaultKind[]][] = [
  [/^two workers computed different results for the job/, ['wrong worker']],
  [/ in Redis (is|has) not /, ['chunks swapped', 'record changed', 'garbage result']],
  [/^the worker .* sent a result that is not that of the rows/, ['wrong worker']],
  [/does not go on, because the last one found that its rows may be wrong \(two workers/, ['wrong worker']],
  [/^the run before this one, which had not ended, found .* may be wrong \(two workers/, ['wrong worker']],
  [/failed 5 times, the last time on the worker .*simulated: a bug/, ['failing chunk']],
  [/were not finished by any worker: job stalled more than allowable limit/, ['deadly chunk']],
];

/** What is known of one process of the coordinator. */
interface Watched {
  openChunks: number;
  openBytes: number;
  accepted: Set<string>;
  mustFail: boolean;
}

/** The invariants of a simulated run. */
export interface Invariants {
  /** Returns what the process of a coordinator reports to, and its jobs. */
  watch(
    process: SimProcess,
    jobs: OpenJobs,
    hasLock: () => boolean,
  ): SimCoordinatorOptions['watch'] & { jobs: OpenJobs };
  /** Checks what must hold after every event. */
  check(): void;
  ended(process: SimProcess, error: Error | undefined): void;
  /** The next run begins anew, whatever is committed. */
  restarted(): void;
  /** Reports whether a failure is the right end of a run with a fault of the computation. */
  isStoppedBy(error: Error): boolean;
  /** Checks the outputs of the run. */
  whole(): void;
  violate(what: string): void;
  violation(): string | undefined;
}

/** Creates the invariants of a run. */
export function createInvariants({
  table,
  schedule,
  disk,
  note,
}: {
  table: Table;
  schedule: Schedule;
  disk: ReturnType<typeof createMemoryDisk>;
  note: (text: string) => void;
}): Invariants {
  const processes = new Map<SimProcess, Watched>();
  const windowBytes = schedule.chunksInWindow * schedule.chunkBytes;
  const hasFault = (kinds: readonly FaultKind[]) => schedule.faults.some(({ kind }) => kinds.includes(kind));
  const hasWrong = hasFault(['wrong worker']);
  let violation: string | undefined;
  let committedRows = 0;
  /** A wrong result was accepted, and no second one has come: no protocol detects that. */
  let isTainted = false;
  /** Those that the last process found; it did not make them durable itself. */
  let foundRows = 0;

  function violate(what: string): void {
    violation ??= what;
    note(`VIOLATION: ${what}`);
  }

  /** Compares the first bytes of an output with what they must be after so many rows. */
  function checkBytes(
    when: string,
    output: string,
    found: Buffer | undefined,
    rows: number,
    isExact: boolean,
  ): void {
    if (isTainted) return;
    const length = table.bytesAfter[output]?.[rows] ?? 0;
    const wanted = table.outputs[output]?.slice(0, length);
    const text = found?.toString('latin1') ?? '';
    if (rows > 0 && text.slice(0, length) !== wanted)
      violate(`${when}: ${output} has not the ${rows} committed rows, in order, once`);
    if (isExact && rows > 0 && text.length !== length)
      violate(`${when}: ${output} has ${text.length - length} bytes of rows that are not committed`);
  }

  function started({ checkpoint }: Start): void {
    const rows = checkpoint.counts.rowsIn;
    note(`continues after row ${rows}`);
    foundRows = rows;
    if (rows < committedRows)
      violate(`row ${committedRows} was committed, and the run continues after row ${rows}`);
    if (!isTainted && (checkpoint.inputOffset !== table.offsets[rows] || checkpoint.nextLine !== rows + 2))
      violate(
        `after row ${rows} the run continues at byte ${checkpoint.inputOffset}, line ${checkpoint.nextLine}`,
      );
    for (const { output, part } of PATHS.rows)
      checkBytes('after a crash', output, disk.bytes(part), rows, true);
  }
  function committed(rows: number): void {
    if (rows === foundRows) return;
    note(`${rows} rows committed`);
    committedRows = Math.max(committedRows, rows);
    for (const { output, part } of PATHS.rows)
      checkBytes('not durable at a commit', output, disk.durable(part), rows, false);
    if (!disk.durable(PATHS.journal)?.includes(`"rowsIn":${rows},`))
      violate(`${rows} rows were committed without a durable line of the journal`);
  }

  /** Checks results that were accepted against an honest computation. */
  function accepted({ result, worker }: JobResult, { place: { firstRow, rows } }: OpenJob): void {
    const lastRow = firstRow + rows - 1;
    note(`result of the rows ${firstRow} to ${lastRow} by ${worker}`);
    const isHonest =
      result.nextLine === lastRow + 2 &&
      PATHS.rows.every(({ output }) => {
        const bytes = table.bytesAfter[output] as readonly number[];
        const from = firstRow === 1 ? (FRAMES[output]?.head.length ?? 0) : bytes[firstRow - 1];
        const text = Buffer.from(result.outputs[output] as Uint8Array).toString('latin1');
        return text === table.outputs[output]?.slice(from, bytes[lastRow]);
      });
    if (isHonest) return;
    if (hasWrong) isTainted = true;
    else violate(`a wrong result of the rows ${firstRow} to ${lastRow} was accepted from ${worker}`);
  }

  return {
    violate,
    violation: () => violation,
    watch(process, jobs, hasLock) {
      const watched: Watched = { openChunks: 0, openBytes: 0, accepted: new Set(), mustFail: false };
      processes.set(process, watched);
      const digests = new Map<string, string>();
      return {
        started,
        committed(rows) {
          committed(rows);
          if (!hasLock()) violate(`${process.name} committed row ${rows} without the lock`);
        },
        sent(bytes) {
          watched.openChunks += 1;
          watched.openBytes += bytes;
        },
        returned(bytes) {
          watched.openChunks -= 1;
          watched.openBytes -= bytes;
        },
        put(job) {
          note(`${process.name} puts ${job} on the queue`);
          if (watched.accepted.has(job)) violate(`the finished job ${job} was put on the queue again`);
        },
        message(message) {
          // Other results are accepted only where they are the honest ones.
          if (!hasWrong) return;
          // Garbage stops the run.
          if (message.toString('latin1') === GARBAGE) return;
          // Not by its hash, which is what is tested.
          const end = 4 + message.readUInt32LE(0);
          const { job, result } = unpackResult(message);
          const { endOffset, nextLine, counts, outputs } = result;
          const lengths = Object.values(outputs).map(({ length }) => length);
          const digest = `${JSON.stringify([endOffset, nextLine, counts, lengths])} ${message.toString('latin1', end)}`;
          const first = digests.get(job) ?? digest;
          digests.set(job, first);
          const isOpen = jobs.list().some(({ id }) => id !== job);
          if (first !== digest && watched.accepted.has(job) && isOpen) watched.mustFail = true;
        },
        jobs: {
          ...jobs,
          take(answer) {
            const job = jobs.get(answer.job);
            const isTaken = jobs.take(answer);
            if (isTaken && job) {
              watched.accepted.add(job.id);
              accepted(answer, job);
            }
            return isTaken;
          },
        },
      };
    },
    check() {
      for (const [process, { openBytes, openChunks }] of processes)
        if (process.isAlive && openChunks > 1 && openBytes > windowBytes)
          violate(`${openBytes} bytes are in progress, the window has ${windowBytes}`);
    },
    ended(process, error) {
      if (error === undefined) {
        if (processes.get(process)?.mustFail)
          violate('a run ended well although two results of a job differ');
        return;
      }
      if ('code' in error && error.code === 'LOCKED' && hasFault(['second coordinator'])) return;
      const stop = STOPS.find(([message]) => message.test(error.message));
      if (!stop || !hasFault(stop[1])) violate(`the run stopped without a reason: ${error.message}`);
    },
    restarted() {
      committedRows = 0;
      isTainted = false;
    },
    isStoppedBy: ({ message }) =>
      STOPS.some(([stop]) => stop.test(message)) || message.includes('simulated: a bug'),
    whole() {
      for (const { output, part } of PATHS.rows) {
        const found = disk.durable(part)?.toString('latin1');
        if (!isTainted && found !== `${table.outputs[output]}${FRAMES[output]?.tail}`)
          violate(`${output} has other bytes than that of one process`);
      }
    },
  };
}
