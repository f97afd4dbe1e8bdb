/** A change of a source file. */
export interface SourceChange {
  /** Path in the repository. */
  file: string;
  /** Occurs in the file exactly once. */
  text: string;
  becomes: string;
}

/** A change of the protocol that breaks one of its promises. */
export interface Mutant extends SourceChange {
  name: string;
  /** The simulator that must detect it; absent: that of the queue. */
  simulator?: 'service' | 'server';
}

const QUEUE = 'src/queue';
const REMOTE = 'src/remote';
const ACCESS = 'src/server/access';

/**
 * The mutants of the queue, of a run, and of what processes keep about a service, each of which its simulator must detect.
 *
 * Shape: changes that cost time only are none of them. Without its run, the id of a job would meet jobs of a run that is over: workers drop them, and
 * the audit puts the job on the queue again.
 */
export const MUTANTS: readonly Mutant[] = [
  {
    name: 'a second result is accepted without comparison',
    file: `${QUEUE}/open-jobs.ts`,
    text: 'if (first !== answer.sha256) throw resultsDiffer(answer);',
    becomes: '',
  },
  {
    name: 'a worker computes chunks that were not sent',
    file: `${QUEUE}/compute-job.ts`,
    text: 'if (jobIdOf(run, named.firstRow, payload) !== id)',
    becomes: 'if (named.firstRow < 0)',
  },
  {
    name: 'the id of a job says nothing about its run',
    file: `${QUEUE}/job.ts`,
    text: 'shortHash(JSON.stringify(run), payload)',
    becomes: 'shortHash(payload)',
  },
  {
    name: 'results of other rows are taken',
    file: `${QUEUE}/open-jobs.ts`,
    text: 'if (misfit !== undefined) throw resultMisfit(open.job, answer.worker, englishText(misfit));',
    becomes: '',
  },
  {
    name: 'a run goes on from rows that may be wrong',
    file: 'src/run/pipeline/journal/start.ts',
    text: 'if (found.journal?.doubt !== undefined)',
    becomes: 'if (found.journal?.doubt === "")',
  },
  {
    name: 'the first result of a job is forgotten',
    file: `${QUEUE}/open-jobs.ts`,
    text: 'hashes.set(answer.job, answer.sha256);',
    becomes: '',
  },
  {
    name: 'results with other bytes are equal',
    file: `${QUEUE}/job.ts`,
    text: 'for (const part of parts) hash.update(part);',
    becomes: '',
  },
  {
    name: 'results with other positions are equal',
    file: `${QUEUE}/job.ts`,
    text: "createHash('sha256').update(JSON.stringify([result, names, lengths]))",
    becomes: "createHash('sha256')",
  },
  {
    name: 'a disagreement of two workers does not stop the run',
    file: `${QUEUE}/coordinator.ts`,
    text: 'jobs.failAll(broken);',
    becomes: 'broken = undefined;',
  },
  {
    name: 'jobs that the queue has lost are not put on it again',
    file: `${QUEUE}/coordinator.ts`,
    text: 'await queue.put(job);',
    becomes: '',
  },
  {
    name: 'a finished job is put on the queue again',
    file: `${QUEUE}/coordinator.ts`,
    text: 'if (jobs.get(job.id) !== job) continue;',
    becomes: '',
  },
  {
    name: 'a job that no worker finishes is waited for',
    file: `${QUEUE}/coordinator.ts`,
    text: 'jobs.fail(job.id, reason, attempts);',
    becomes: '',
  },
  {
    name: 'a chunk may end workers without end',
    file: `${QUEUE}/worker.ts`,
    text: 'MAX_STALLED = 15',
    becomes: 'MAX_STALLED = 1e9',
  },
  {
    name: 'a chunk is blamed for workers that come and go',
    file: `${QUEUE}/worker.ts`,
    text: 'MAX_STALLED = 15',
    becomes: 'MAX_STALLED = 3',
  },
  {
    name: 'the record of the run is not written again',
    file: `${QUEUE}/coordinator.ts`,
    text: 'await queue.keepRecord();\n    await compare',
    becomes: 'await compare',
  },
  {
    name: 'the id of a job is without its rows and hash',
    file: `${QUEUE}/job.ts`,
    text: 'return `${run.id}-${firstRow}-${shortHash(JSON.stringify(run), payload)}`',
    becomes: 'return `${run.id}-0-0`',
  },
  {
    name: 'a failure is not told to the coordinator',
    file: `${QUEUE}/compute-job.ts`,
    text: 'const reason = failureText(worker, error);',
    becomes: "const reason = 'unknown';",
  },
  {
    name: 'a failure is never tried again',
    file: `${QUEUE}/compute-job.ts`,
    text: 'return !isQueueDamage(error) && (!isGeomillError(error) || RETRIED.includes(error.code));',
    becomes: 'return false;',
  },
  {
    name: 'the version of a worker is not checked',
    file: `${QUEUE}/compute-job.ts`,
    text: 'if (wanted !== version)',
    becomes: 'if (false)',
  },
  {
    name: 'the dataset of a worker is not checked',
    file: `${QUEUE}/compute-job.ts`,
    text: 'return own === identity ? undefined :',
    becomes: 'return own !== undefined ? undefined :',
  },
  {
    name: 'chunks are committed as they come',
    file: 'src/run/pipeline/ordered-pool.ts',
    text: 'const head = slots[0];',
    becomes: "slots.sort((a, b) => +(a.state === 'open') - +(b.state === 'open')); const head = slots[0];",
  },
  {
    name: 'the window is one chunk too large',
    file: 'src/run/pipeline/ordered-pool.ts',
    text: 'openCost + cost > options.maxOpenCost',
    becomes: 'openCost > options.maxOpenCost',
  },
  {
    name: 'a journal line is believed before it is durable',
    file: 'src/run/pipeline/journal/journal.ts',
    text: 'at += bytes.length;\n    await file.sync();',
    becomes: 'at += bytes.length;',
  },
  {
    name: 'rows are believed before they are durable',
    file: 'src/run/pipeline/outputs/sink.ts',
    text: 'waitingBytes = 0;\n    await file.sync();',
    becomes: 'waitingBytes = 0;',
  },
  {
    name: 'the journal does not wait for the outputs',
    file: 'src/run/pipeline/commit-loop.ts',
    text: 'await Promise.all(Array.from(sinks.values(), (sink) => sink.flush()));',
    becomes: 'void Promise.all(Array.from(sinks.values(), (sink) => sink.flush()));',
  },
  {
    name: 'the run continues from its first checkpoint',
    file: 'src/run/pipeline/journal/start.ts',
    text: 'last: checkpoints[valid - 1] };',
    becomes: 'last: checkpoints[Math.min(0, valid - 1)] };',
  },
  {
    name: 'rows after the last checkpoint stay in the output',
    file: 'src/run/pipeline/outputs/sink.ts',
    text: 'await file.truncate(from?.mark.bytes ?? 0);',
    becomes: '',
  },
  {
    name: 'the lock is not checked before a commit',
    file: 'src/run/pipeline/commit-loop.ts',
    text: 'await options.beforeCommit();',
    becomes: '',
  },
  {
    simulator: 'service',
    name: 'a process does not wait for the second of the one before',
    file: `${REMOTE}/cache-parts.ts`,
    text: 'createSlidingGuard(isUsed ? clock.nowMs() : undefined)',
    becomes: 'createSlidingGuard(undefined)',
  },
  {
    simulator: 'service',
    name: 'what was counted before is forgotten',
    file: `${REMOTE}/disk/quota-ledger.ts`,
    text: 'if (one && other) return one.changes >= other.changes ? one : other;',
    becomes: 'if (one && other) return undefined;',
  },
  {
    simulator: 'service',
    name: 'a request is sent without a count',
    file: `${REMOTE}/quota.ts`,
    text: 'if (count === 0) throw spent(perDay, day, clock.wallMs(), first);',
    becomes: 'if (count === 0) return { day, count: wanted };',
  },
  {
    simulator: 'service',
    name: 'requests are counted, and the limit is not kept',
    file: `${REMOTE}/quota.ts`,
    text: 'if (count === 0) throw spent(perDay, day, clock.wallMs(), first);\n    return { day, count };',
    becomes: 'if (count === 0) ledger.add(day, wanted);\n    return { day, count: wanted };',
  },
  {
    simulator: 'service',
    name: 'the day of a wrong clock is kept when the clock is right',
    file: `${REMOTE}/quota.ts`,
    text: "(isAhead && day !== '')",
    becomes: "(isAhead && day === '')",
  },
  {
    simulator: 'service',
    name: 'the quota of a day far ahead is waited for',
    file: `${REMOTE}/quota.ts`,
    text: 'MOST_DAYS_AHEAD = 2',
    becomes: 'MOST_DAYS_AHEAD = 1000',
  },
  {
    simulator: 'service',
    name: 'requests that were sent are given back',
    file: `${REMOTE}/request-client.ts`,
    text: 'if (!isSent) giveQuotaBack(day);',
    becomes: 'giveQuotaBack(day);',
  },
  {
    simulator: 'service',
    name: 'a place of the rate is not held until its request is written',
    file: `${REMOTE}/sliding-guard.ts`,
    text: 'reserved += 1;',
    becomes: '',
  },
  {
    simulator: 'service',
    name: 'sends are not recorded',
    file: `${REMOTE}/sliding-guard.ts`,
    text: 'times[oldest] = nowMs;',
    becomes: '',
  },
  {
    simulator: 'service',
    name: 'ledger and responses are never synced',
    file: `${REMOTE}/disk/cache-file.ts`,
    text: 'isDirty = true;',
    becomes: '',
  },
  {
    simulator: 'service',
    name: 'a damaged response is used',
    file: `${REMOTE}/disk/response-file.ts`,
    text: 'return isRecord(record) && keyOf(record).equals(key) ? valueOf(record) : undefined;',
    becomes: 'return valueOf(record);',
  },
  {
    simulator: 'service',
    name: 'responses are not cached',
    file: `${REMOTE}/remote-service.ts`,
    text: 'await cache.put(request, bytes);',
    becomes: '',
  },
  {
    simulator: 'service',
    name: 'a response of another service or request is found',
    file: `${REMOTE}/cached-responses.ts`,
    text: "hash('sha256', request.id, 'binary')",
    becomes: "hash('sha256', request.id.slice(0, 54), 'binary')",
  },
  {
    simulator: 'service',
    name: 'equal requests in flight are sent twice',
    file: `${REMOTE}/coalesce.ts`,
    text: 'const known = flights.get(key);',
    becomes: 'const known = flights.get(`${key} `);',
  },
  {
    simulator: 'service',
    name: 'requests go out in a pause',
    file: `${REMOTE}/throttle.ts`,
    text: 'pausedUntilMs = untilMs;',
    becomes: '',
  },
  {
    simulator: 'service',
    name: 'a failed write counts as written',
    file: `${REMOTE}/disk/cache-file.ts`,
    text: 'cacheCall(path, () => calls.writeSync(descriptor, bytes)) < bytes.length;',
    becomes: 'cacheCall(path, () => calls.writeSync(descriptor, bytes)) < 0;',
  },
  {
    name: 'a usage that could not be written is forgotten',
    simulator: 'server',
    file: `${ACCESS}/open-access.ts`,
    text: 'usage.markDirty();',
    becomes: '',
  },
  {
    name: 'what a killed server named is not made durable',
    simulator: 'server',
    file: `${ACCESS}/open-access.ts`,
    text: 'await fs.syncFolder(dirname(path)).catch(() => undefined);',
    becomes: '',
  },
  {
    name: 'a replaced file gets its name before it is durable',
    simulator: 'server',
    file: 'src/base/files/replace-file.ts',
    text: 'await file.sync();',
    becomes: '',
  },
  {
    name: 'a keys file that could not be read is not tried again',
    simulator: 'server',
    file: `${ACCESS}/key-ring.ts`,
    text: 'keys.replace(await readKeysFile(path));\n      seen = version;',
    becomes: 'seen = version;\n      keys.replace(await readKeysFile(path));',
  },
  {
    name: 'a wrong keys file revokes all keys',
    simulator: 'server',
    file: `${ACCESS}/key-ring.ts`,
    text: 'refused = version;',
    becomes: 'keys.replace([]);',
  },
  {
    name: 'a restart counts from zero',
    simulator: 'server',
    file: `${ACCESS}/usage.ts`,
    text: 'before?.day === day',
    becomes: 'before?.day === ""',
  },
  {
    name: 'the rows of a batch may exceed the quota',
    simulator: 'server',
    file: `${ACCESS}/usage.ts`,
    text: 'before + requests > perDay',
    becomes: 'before >= perDay',
  },
  {
    name: 'a server that stops stores nothing',
    simulator: 'server',
    file: `${ACCESS}/open-access.ts`,
    text: 'clearInterval(timer);\n    await write();',
    becomes: 'clearInterval(timer);',
  },
];
