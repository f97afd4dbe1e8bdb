import { message } from '../../../base/messages/message.ts';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createMemoryDisk } from '../../../../test/support/memory-disk.ts';
import { createDurableFs, type DurableFs } from '../../../base/files/durable-fs.ts';
import type { RunIdentity } from './identity.ts';
import type { Checkpoint } from './journal-lines.ts';
import { beginJournal, continueJournal, loadJournal, noteDoubt } from './journal.ts';
import { emptyCounts } from '../run-counts.ts';

const IDENTITY = { inputBytes: 1, inputSha256: 'x', layout: '', columns: [] } as unknown as RunIdentity;
/** All lines of checkpoints have one length, so that a new one ends where an old one does. */
const checkpoint = (rowsIn: number): Checkpoint => ({
  ...{ inputOffset: rowsIn, nextLine: 2, marks: {} },
  counts: { ...emptyCounts([]), rowsIn },
});

const DISKS: readonly [string, (test: (fs: DurableFs, folder: string) => Promise<void>) => Promise<void>][] =
  [
    [
      'the real disk',
      async (test) => {
        const folder = await mkdtemp(join(tmpdir(), 'geomill-journal-'));
        await test(createDurableFs(), folder).finally(() => rm(folder, { recursive: true }));
      },
    ],
    ['the simulated disk', (test) => test(createMemoryDisk(() => 0.5).fs, '/out')],
  ];

describe.each(DISKS)('the journal on %s', (_, onDisk) => {
  it('that is continued has no line behind the one that it is continued after', () =>
    onDisk(async (fs, folder) => {
      const path = join(folder, '.journal');
      const begun = await beginJournal(fs, path, folder, IDENTITY);
      for (const rows of [1, 2, 3, 4]) await begun.checkpoint(checkpoint(rows));
      await begun.close();
      const { checkpoints = [] } = (await loadJournal(fs, path)) ?? {};
      const journal = await continueJournal(fs, path, checkpoints[0]?.endBytes ?? 0);
      await journal.checkpoint(checkpoint(7));
      await journal.close();
      const found = (await loadJournal(fs, path))?.checkpoints ?? [];
      expect(found.map((each) => each.checkpoint.counts.rowsIn)).toEqual([1, 7]);
    }));

  it('keeps a doubt behind its last whole line, and what is torn behind that goes', () =>
    onDisk(async (fs, folder) => {
      const path = join(folder, '.journal');
      const begun = await beginJournal(fs, path, folder, IDENTITY);
      await begun.checkpoint(checkpoint(1));
      await begun.close();
      const file = await fs.openWrite(path);
      await file.write(Buffer.from('torn'), await file.size());
      await file.close();
      await noteDoubt(fs, path, message('run.reportIt', { fact: DOUBT }));
      expect(await loadJournal(fs, path)).toMatchObject({ doubt: DOUBT, checkpoints: [{}] });
    }));
});

it.each(DISKS)(
  'a journal on %s is not continued over a doubt that another run notes meanwhile',
  (_, onDisk) =>
    onDisk(async (fs, folder) => {
      const path = join(folder, '.journal');
      const journal = await beginJournal(fs, path, folder, IDENTITY);
      await journal.checkpoint(checkpoint(1));
      await noteDoubt(fs, path, message('queue.checkWorkers', { fact: DOUBT }));
      await expect(journal.checkpoint(checkpoint(2))).rejects.toMatchObject({
        code: 'RESULTS_DOUBTFUL',
        message: expect.stringContaining(
          '(rows do not add up: 3 read, 2 committed, 2 results and 0 rejected)',
        ) as string,
      });
      await journal.close();
      expect((await loadJournal(fs, path))?.doubt).toEqual(DOUBT);
    }),
);

const DOUBT = message('run.rowsDoNotAddUp', { read: 3, committed: 2, results: 2, rejected: 0 });

it('notes no doubt where there is no journal', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'geomill-journal-'));
  await noteDoubt(createDurableFs(), join(folder, '.journal'), DOUBT);
  await expect(readFile(join(folder, '.journal'))).rejects.toThrow('ENOENT');
  await rm(folder, { recursive: true });
});
