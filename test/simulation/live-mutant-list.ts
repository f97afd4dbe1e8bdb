import type { SourceChange } from './mutants.ts';

/** A change that no simulated disk or lock would show, and what detects it. */
export interface LiveMutant extends SourceChange {
  name: string;
  detectedBy: TracedFault | UnitTest;
}

/** A fault in the order of the system calls of a run, as `test/resume/sync-order.test.ts` finds none. */
export interface TracedFault {
  fault: string;
}

/** A test on real files, by its whole title. */
export interface UnitTest {
  test: string;
  title: string;
}

const LEDGER = 'src/remote/quota-ledger.test.ts';
const LEDGER_SYNCS: UnitTest = {
  test: LEDGER,
  title:
    'quota ledger is synced: its first line before it has its name, each count within a second, and the rest at its end',
};

/** The mutants of what reaches the real disk, and of what only processes of one machine decide. */
export const LIVE_MUTANTS: readonly LiveMutant[] = [
  {
    name: 'a sync of a file does nothing',
    file: 'src/base/files/durable-fs.ts',
    text: "sync: () => attempt('sync', path, () => handle.datasync()),",
    becomes: 'sync: async () => undefined,',
    detectedBy: { fault: '.manifest.json.part is named manifest.json before it is durable' },
  },
  {
    name: 'a sync of a folder does nothing',
    file: 'src/base/files/durable-fs.ts',
    text: "await attempt('sync', path, () => folder.datasync()).finally",
    becomes: 'await Promise.resolve().finally',
    detectedBy: { fault: 'the journal is used before its name is durable' },
  },
  {
    name: 'the journal is removed before there is a manifest',
    file: 'src/run/pipeline/finish.ts',
    text: 'await writeManifest(fs, paths, manifest);\n  await removeHiddenCopies(fs, paths.folder, manifest);\n  await removeRunFiles(fs, paths);',
    becomes:
      'await removeRunFiles(fs, paths);\n  await writeManifest(fs, paths, manifest);\n  await removeHiddenCopies(fs, paths.folder, manifest);',
    detectedBy: { fault: 'the journal is removed before there is a manifest' },
  },
  {
    name: 'the copy of the input gets its name before it is durable',
    file: 'src/run/pipeline/spool-file.ts',
    text: 'await file.sync();\n  } finally {\n    await file.close();\n  }\n  await beforeRename();',
    becomes: '} finally {\n    await file.close();\n  }\n  await beforeRename();',
    detectedBy: { fault: '.spool.part is named .spool before it is durable' },
  },
  {
    name: 'a continued journal is not cut',
    file: 'src/run/pipeline/journal.ts',
    text: 'await file.truncate(length);',
    becomes: '',
    detectedBy: {
      test: 'src/run/pipeline/journal.test.ts',
      title:
        'the journal on the real disk that is continued has no line behind the one that it is continued after',
    },
  },
  {
    name: 'a silent lock is taken after one look',
    file: 'src/base/files/lock.ts',
    text: 'look < LOOKS_IN_A_LEASE',
    becomes: 'look < 1',
    detectedBy: {
      test: 'src/base/files/lock.test.ts',
      title: 'a lock of another machine that shows its signs of life late is respected for the whole lease',
    },
  },
  {
    name: 'two processes may both take the last of the quota',
    file: 'src/remote/quota-ledger.ts',
    text: 'const granted = Math.max(0, Math.min(claimed, limit - totalBefore));',
    becomes: 'const granted = claimed;',
    detectedBy: {
      test: LEDGER,
      title: 'quota ledger gives the last of the quota to one of two that both saw it free',
    },
  },
  {
    name: 'the ledger is never synced',
    file: 'src/remote/disk/shared-file.ts',
    text: 'isDirty = true;',
    becomes: '',
    detectedBy: LEDGER_SYNCS,
  },
  {
    name: 'what a killed process left is not synced',
    file: 'src/remote/disk/shared-file.ts',
    text: 'if (syncAfterMs !== undefined) syncLater();',
    becomes: '',
    detectedBy: LEDGER_SYNCS,
  },
  {
    name: 'the first line of a ledger is not synced',
    file: 'src/remote/disk/shared-log.ts',
    text: 'if (syncAfterMs !== undefined) calls.fdatasyncSync(descriptor);',
    becomes: '',
    detectedBy: LEDGER_SYNCS,
  },
  {
    name: 'requests that waited for a restart go out in a pause',
    file: 'src/remote/reconnect.ts',
    text: 'sleep(clock, pauseMs, ended.signal).then(() => leaving.pauseOver()),',
    becomes: 'sleep(clock, pauseMs, ended.signal),',
    detectedBy: {
      test: 'src/remote/reconnect.test.ts',
      title: 'a service that restarts gets no request in a pause that began while it was waited for',
    },
  },
];
