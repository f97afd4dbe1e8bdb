import { execFileSync } from 'node:child_process';
import { basename, dirname } from 'node:path';

/** The system calls that decide what a power cut leaves. */
const CALLS = [
  ...['write', 'pwrite64', 'pwritev', 'fsync', 'fdatasync'],
  ...['rename', 'renameat', 'renameat2', 'link', 'linkat', 'unlink', 'unlinkat'],
];

/** The arguments of strace that trace these calls with the paths of their files. */
export const STRACE = ['-f', '-y', '-qq', '-s', '200', '-e', `trace=${CALLS.join(',')}`];

/** Why no process can be traced here; undefined where one can. */
export const NO_STRACE = whyNone();

function whyNone(): string | undefined {
  try {
    execFileSync('strace', [...STRACE, '-o', '/dev/null', 'true'], { stdio: 'ignore' });
    return undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') return 'processes may not be traced here';
    // A build server has the package.
    return process.env.CI === 'true' ? undefined : 'strace is not installed: apt-get install strace';
  }
}

/** A step of a traced process, on a path. Shape: a sync begins and ends, since other calls may come in between. */
export interface DiskStep {
  what: 'write' | 'sync begins' | 'sync' | 'name' | 'remove';
  path: string;
  /** The new name. */
  to?: string;
}

/** Parses the output of strace into the steps below a folder, in their order. */
export function parseTrace(text: string, folder: string): DiskStep[] {
  const begun = new Map<string, string>();
  const steps: DiskStep[] = [];
  for (const line of text.split('\n')) {
    const [, pid = '', rest = ''] = /^(\d+)\s+(.*)$/.exec(line) ?? [];
    const resumed = /^<\.\.\. \w+ resumed>(.*)$/.exec(rest);
    const call = resumed
      ? `${begun.get(pid) ?? ''}${resumed[1] ?? ''}`
      : rest.replace(/ <unfinished \.\.\.>$/, '');
    if (rest.endsWith('<unfinished ...>')) begun.set(pid, call);
    const isBegin = !resumed;
    const isEnd = !rest.endsWith('<unfinished ...>');
    for (const step of stepsOf(call, isBegin, isEnd)) if (step.path.startsWith(folder)) steps.push(step);
  }
  return steps;
}

/** Changes count from their beginning, syncs from their successful end. */
function stepsOf(call: string, isBegin: boolean, isEnd: boolean): DiskStep[] {
  const [, name = ''] = /^(\w+)\(/.exec(call) ?? [];
  const [, path = ''] = /^\w+\(\d+<([^>]+)>/.exec(call) ?? [];
  const names = [...call.matchAll(/"([^"]*)"/g)].map(([, found = '']) => found);
  if (/write/.test(name)) return isBegin ? [{ what: 'write', path }] : [];
  if (/sync/.test(name))
    return [
      ...(isBegin ? [{ what: 'sync begins', path } as const] : []),
      ...(isEnd && / = 0$/.test(call) ? [{ what: 'sync', path } as const] : []),
    ];
  if (/^(rename|link)/.test(name))
    return isEnd && / = 0$/.test(call) ? [{ what: 'name', path: names[0] ?? '', to: names[1] ?? '' }] : [];
  return isEnd && / = 0$/.test(call) ? [{ what: 'remove', path: names[0] ?? '' }] : [];
}

/** What happened to a file since it was traced. */
interface Traced {
  changes: number;
  /** Changes before the sync that is in progress. */
  begun: number;
  synced: number;
}

/**
 * Returns what a power cut could break in a traced run.
 *
 * Shape: names without their folders. The rules: no file gets a name before its bytes are durable; no line of the journal is written before the rows
 * that it covers are; the manifest is named after the results are, and the journal removed after the manifest is; nothing that a run appends to stays unsynced.
 */
export function faultsOf(steps: readonly DiskStep[]): string[] {
  const files = new Map<string, Traced>();
  /** New names in a folder that are not durable. */
  const names = new Map<string, Set<string>>();
  const faults = new Set<string>();
  const fileAt = (path: string) => {
    const file = files.get(path) ?? { changes: 0, begun: 0, synced: 0 };
    files.set(path, file);
    return file;
  };
  const isDirty = (path: string) => {
    const { changes, synced } = fileAt(path);
    return changes > synced;
  };
  const unsyncedNames = (path: string) => [...(names.get(dirname(path)) ?? [])];

  for (const { what, path, to = '' } of steps) {
    const file = fileAt(path);
    const name = basename(path);
    if (what === 'write') {
      if (name === '.journal') {
        for (const other of files.keys())
          if (dirname(other) === dirname(path) && /^\..*\.part$/.test(basename(other)) && isDirty(other))
            faults.add(`a line of the journal is written before ${basename(other)} is durable`);
        if (unsyncedNames(path).includes('.journal'))
          faults.add('the journal is used before its name is durable');
      }
      file.changes += 1;
    }
    if (what === 'sync begins') file.begun = file.changes;
    if (what === 'sync') {
      file.synced = Math.max(file.synced, file.begun);
      names.delete(path);
    }
    if (what === 'name') {
      // Sends of the last second: of no use after a restart of the machine.
      if (isDirty(path) && !name.startsWith('rate-'))
        faults.add(`${name} is named ${basename(to)} before it is durable`);
      if (basename(to) === 'manifest.json' && unsyncedNames(to).some((each) => /^in\.|^rejects/.test(each)))
        faults.add('the manifest is named before the names of the results are durable');
      files.set(to, file);
      files.delete(path);
      const folder = dirname(to);
      names.set(folder, (names.get(folder) ?? new Set()).add(basename(to)));
    }
    if (what === 'remove') {
      if (name === '.journal') {
        if (!files.has(`${dirname(path)}/manifest.json`))
          faults.add('the journal is removed before there is a manifest');
        if (unsyncedNames(path).includes('manifest.json'))
          faults.add('the journal is removed before the name of the manifest is durable');
      }
      files.delete(path);
    }
  }
  for (const path of files.keys())
    if (/\.log$/.test(path) && !/^rate-/.test(basename(path)) && isDirty(path))
      faults.add(`${basename(path).replace(/\w{16}/, '*')} is not durable at the end`);
  return [...faults];
}
