import type { SourceChange } from './mutants.ts';

/** A change that no simulated disk or lock would show, and the test that fails with it. */
export interface LiveMutant extends SourceChange {
  name: string;
  test: string;
  /** The test runs what is built. */
  isBuilt?: true;
}

const SYNC_ORDER = { test: 'test/resume/sync-order.test.ts', isBuilt: true } as const;
const LEDGER = { test: 'src/remote/quota-ledger.test.ts' } as const;

/** The mutants of what reaches the real disk, and of what only processes of one machine decide. */
export const LIVE_MUTANTS: readonly LiveMutant[] = [
  {
    ...SYNC_ORDER,
    name: 'a sync of a file does nothing',
    file: 'src/base/files/durable-fs.ts',
    text: "sync: () => attempt('sync', path, () => handle.datasync()),",
    becomes: 'sync: async () => undefined,',
  },
  {
    ...SYNC_ORDER,
    name: 'a sync of a folder does nothing',
    file: 'src/base/files/durable-fs.ts',
    text: "await attempt('sync', path, () => folder.datasync()).finally",
    becomes: 'await Promise.resolve().finally',
  },
  {
    ...SYNC_ORDER,
    name: 'the journal is removed before there is a manifest',
    file: 'src/run/pipeline/finish.ts',
    text: 'await writeManifest(fs, paths, manifest);\n  await removeHiddenCopies(fs, paths.folder, manifest);\n  await removeRunFiles(fs, paths);',
    becomes:
      'await removeRunFiles(fs, paths);\n  await writeManifest(fs, paths, manifest);\n  await removeHiddenCopies(fs, paths.folder, manifest);',
  },
  {
    ...SYNC_ORDER,
    name: 'the copy of the input gets its name before it is durable',
    file: 'src/run/pipeline/spool-file.ts',
    text: 'await file.sync();\n  } finally {\n    await file.close();\n  }\n  await beforeRename();',
    becomes: '} finally {\n    await file.close();\n  }\n  await beforeRename();',
  },
  {
    name: 'a continued journal is not cut',
    file: 'src/run/pipeline/journal.ts',
    text: 'await file.truncate(length);',
    becomes: '',
    test: 'src/run/pipeline/journal.test.ts',
  },
  {
    name: 'a silent lock is taken after one look',
    file: 'src/base/files/lock.ts',
    text: 'look < LOOKS_IN_A_LEASE',
    becomes: 'look < 1',
    test: 'src/base/files/lock.test.ts',
  },
  {
    ...LEDGER,
    name: 'two processes may both take the last of the quota',
    file: 'src/remote/quota-ledger.ts',
    text: 'const granted = Math.max(0, Math.min(claimed, limit - totalBefore));',
    becomes: 'const granted = claimed;',
  },
  {
    ...LEDGER,
    name: 'the ledger is never synced',
    file: 'src/remote/disk/shared-file.ts',
    text: 'isDirty = true;',
    becomes: '',
  },
  {
    ...LEDGER,
    name: 'what a killed process left is not synced',
    file: 'src/remote/disk/shared-file.ts',
    text: 'if (syncAfterMs !== undefined) syncLater();',
    becomes: '',
  },
  {
    ...LEDGER,
    name: 'the first line of a ledger is not synced',
    file: 'src/remote/disk/shared-log.ts',
    text: 'if (syncAfterMs !== undefined) calls.fdatasyncSync(descriptor);',
    becomes: '',
  },
  {
    name: 'requests that waited for a restart go out in a pause',
    file: 'src/remote/reconnect.ts',
    text: 'sleep(clock, pauseMs, ended.signal).then(() => leaving.pauseOver()),',
    becomes: 'sleep(clock, pauseMs, ended.signal),',
    test: 'src/remote/reconnect.test.ts',
  },
];
