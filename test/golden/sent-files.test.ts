import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isGeomillError } from '../../src/base/errors/geomill-error.ts';
import { createDurableFs } from '../../src/base/files/durable-fs.ts';
import { loadJob } from '../../src/runtime/load-job.ts';
import { parseJob } from '../../src/run/job/parse-job.ts';
import { prepareRun, refuseFaults, scratchSpool } from '../../src/run/pipeline/prepare.ts';
import { examineInput } from '../../src/run/pipeline/sample/judge-sample.ts';
import { SENT_FILES, type SentFile } from '../support/sent-files.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'geomill-sent-'));
});
afterAll(() => rm(folder, { recursive: true }));

const AUTOCOMPLETE = 'name: autocomplete\nstages: [autocomplete]\noutputs: [csv]\n';

/** Returns why a run over a file would stop before its first row; empty if it would not. */
async function stopOf({ fileName, bytes, job: name, sets = [] }: SentFile): Promise<string> {
  const own = await mkdtemp(join(folder, 'file-'));
  const path = join(own, fileName);
  await writeFile(path, bytes);
  const job =
    name === 'autocomplete'
      ? await parseJob(AUTOCOMPLETE, { file: 'autocomplete.yaml' })
      : await loadJob(name, { jobsDir: 'jobs', sets });
  try {
    const prepared = await prepareRun(job, { name: fileName, path, spool: scratchSpool(own) });
    refuseFaults(prepared);
    const { doubts } = await examineInput(createDurableFs(), job, prepared);
    return doubts.map(({ rule }) => rule).join();
  } catch (error) {
    if (isGeomillError(error, 'INPUT_BAD')) return error.code;
    throw error;
  }
}

describe('a file as people send it', () => {
  it('is in a large enough collection', () => {
    const wrong = SENT_FILES.filter(({ isWrong }) => isWrong).length;
    expect(wrong).toBeGreaterThanOrEqual(40);
    expect(SENT_FILES.length - wrong).toBeGreaterThanOrEqual(60);
  });

  it.each(SENT_FILES.filter(({ isWrong }) => isWrong))('stops the run: $name', async (file) => {
    expect(await stopOf(file)).not.toBe('');
  });

  it.each(SENT_FILES.filter(({ isWrong }) => !isWrong))('does not stop the run: $name', async (file) => {
    expect(await stopOf(file)).toBe('');
  });
});
