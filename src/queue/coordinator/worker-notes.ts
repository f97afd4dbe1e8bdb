import type { RunRecord } from '../run-record.ts';
import type { WorkerRecord } from '../worker-record.ts';
import type { CoordinatorQueue } from './coordinator-queue.ts';

/** A worker finds a new run within a second or two. */
const FIRST_NOTE_MS = 5_000;
const LONGEST_WITHOUT_MS = 10 * 60_000;
/** As long as no worker can read the queue. */
const LONGEST_TROUBLE_MS = 30_000;

/** Tells the user how many workers serve a run. */
export interface WorkerNotes {
  /** Looks at the workers. Shape: why the run stops, if none has served it for too long. */
  look(): Promise<string | undefined>;
}

/** Creates notes about the workers of a run: when their number changes, and why there is none. */
export function createWorkerNotes(
  queue: Pick<CoordinatorQueue, 'listWorkers'>,
  record: RunRecord,
  onNote: (note: string) => void,
  nowMs: () => number,
): WorkerNotes {
  let known = 0;
  let servedAtMs = nowMs();
  let readAtMs = nowMs();
  let lastNote = '';

  return {
    async look() {
      const workers = await queue.listWorkers();
      const own = workers.filter(({ queues }) => queues.includes(record.queue));
      const serving = own.length;
      const troubled = own.find(({ trouble }) => trouble !== undefined);
      if (serving === 0 || own.some(({ trouble }) => trouble === undefined)) readAtMs = nowMs();
      if (serving > 0) servedAtMs = nowMs();
      if (serving > 0 && serving !== known)
        onNote(serving === 1 ? 'one worker serves this run' : `${serving} workers serve this run`);
      if (serving > 0) lastNote = '';
      known = serving;
      const withoutMs = nowMs() - servedAtMs;
      const note = withoutMs >= FIRST_NOTE_MS ? whyNone(workers, record) : '';
      if (note !== '' && note !== lastNote) onNote(note);
      if (note !== '') lastNote = note;
      if (troubled && nowMs() - readAtMs > LONGEST_TROUBLE_MS)
        return `no worker can read the queue; ${troubled.id}: ${troubled.trouble}`;
      return withoutMs > LONGEST_WITHOUT_MS ? 'no worker has served the run for 10 minutes' : undefined;
    },
  };
}

function whyNone(workers: readonly WorkerRecord[], { id, version, service }: RunRecord): string {
  const reasons = workers.map(({ id: worker, refused }) => `${worker}: ${refused[id] ?? 'does not answer'}`);
  const need = `Geomill ${version} and ${service}`;
  return reasons.length === 0
    ? `no worker is on this queue: start geomill worker with ${need}`
    : `no worker serves this run, which needs ${need}. ${reasons.join('; ')}`;
}
