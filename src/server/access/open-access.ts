import type { FastifyBaseLogger } from 'fastify';
import { basename, dirname, join } from 'node:path';
import Type from 'typebox';
import { GeomillError } from '../../base/errors/geomill-error.ts';
import { createDurableFs, type DurableFs } from '../../base/files/durable-fs.ts';
import { replaceFile } from '../../base/files/replace-file.ts';
import { message } from '../../base/messages/message.ts';
import { checkerOf } from '../../contract/parameters.ts';
import { type Access, createAccess } from './access.ts';
import { createKeyRing, type KeyRing, keysVersionOf, watchKeysFile } from './key-ring.ts';
import { readKeysFile } from './keys-file.ts';
import { createUsage, type Usage, type UsageRecord } from './usage.ts';

const FILE_MODE = 0o600;

const Count = Type.Integer({ minimum: 0 });
const StoredRecord = Type.Object({
  day: Type.String(),
  keys: Type.Record(
    Type.String(),
    Type.Object({
      requests: Count,
      units: Count,
      sessions: Count,
      operations: Type.Record(Type.String(), Count),
    }),
  ),
});

/**
 * Returns the path of what a server counts of the keys in a file.
 *
 * Shape: each server of a keys file has its own, by its name, and adds those of the others: none overwrites what another one counted.
 */
function usageFileOf(keysFile: string, server: string | undefined): string {
  return `${keysFile}.usage.${server === undefined ? '' : `${server.replace(/[^\w.-]/g, '_')}.`}json`;
}

/**
 * Reads the usage before a restart; undefined if there is none, or none that can be read.
 *
 * Shape: a damaged file is moved to `<name>.damaged`, so that it stops one start at most from counting on, and no start from serving; `onDamage` is
 * called first, with where it will be and why, so that no kill leaves it unsaid.
 * Errors: IO, OUTPUT_REFUSED when there is one that cannot be read.
 */
async function readUsage(
  fs: DurableFs,
  path: string,
  onDamage: (aside: string, fault: string) => void,
): Promise<UsageRecord | undefined> {
  const text = await fs.readText(path);
  if (text === undefined) return undefined;
  const { record, fault } = parseUsage(text);
  if (record) {
    // A killed server may have named it without that: a power cut would bring an older one back. The next write reports a disk that fails.
    await fs.syncFolder(dirname(path)).catch(() => undefined);
    return record;
  }
  const aside = `${path}.damaged`;
  onDamage(aside, fault);
  await fs.rename(path, aside);
  await fs.syncFolder(dirname(path));
  return undefined;
}

function parseUsage(
  text: string,
): { record: UsageRecord; fault?: never } | { record?: never; fault: string } {
  try {
    const record: unknown = JSON.parse(text);
    if (checkerOf(StoredRecord).check(record)) return { record: record as UsageRecord };
    return { fault: 'it does not have the form of a usage file' };
  } catch (error) {
    return { fault: (error as Error).message };
  }
}

/** Writes the usage. Guarantee: a kill or a power cut leaves the old file or the new one, complete. Errors: IO, OUTPUT_REFUSED. */
async function writeUsage(fs: DurableFs, path: string, record: UsageRecord): Promise<void> {
  await replaceFile(fs, path, JSON.stringify(record), { mode: FILE_MODE });
  await fs.syncFolder(dirname(path));
}

/**
 * Returns a function that reads what the other servers of a keys file have counted, where it changed; files of another day, which count nothing any more, are removed.
 *
 * Shape: a file that cannot be read, or is none, counts nothing; its own server reports it.
 */
function createOthers(keysFile: string, own: string, usage: Usage): () => Promise<void> {
  const fs = createDurableFs();
  const [folder, start] = [dirname(own), `${basename(keysFile)}.usage.`];
  const seen = new Map<string, { version: string; record: UsageRecord | undefined }>();
  return async () => {
    const names = (await fs.list(folder)).filter((name) => name.startsWith(start) && name.endsWith('.json'));
    const paths = names.map((name) => join(folder, name)).filter((path) => path !== own);
    for (const path of seen.keys()) if (!paths.includes(path)) seen.delete(path);
    for (const path of paths) {
      const version = await keysVersionOf(path);
      if (seen.get(path)?.version === version) continue;
      const text = await fs.readText(path).catch(() => undefined);
      seen.set(path, { version, record: text === undefined ? undefined : parseUsage(text).record });
    }
    const { day } = usage.record();
    for (const [path, { record }] of seen)
      if (record && record.day < day) await fs.remove(path).catch(() => undefined);
    usage.setOthers([...seen.values()].flatMap(({ record }) => record ?? []));
  };
}

const WRITE_MS = 1_000;

/**
 * Writes the usage to its file, every second in which it changed, and reads those of the other servers.
 *
 * Shape: returns the function that writes it a last time and ends it.
 * Guarantee: a kill forgets the counts of at most the last second, so that a key may exceed its daily quota by what it sends in one second; with several
 * servers, by what it sends to each of them in two.
 */
async function keepUsage(
  path: string,
  usage: Usage,
  readOthers: () => Promise<void>,
  log: FastifyBaseLogger,
): Promise<() => Promise<void>> {
  const fs = createDurableFs();
  let writing: Promise<void> = Promise.resolve();
  const write = () =>
    (writing = writing.then(async () => {
      if (!usage.takeDirty()) return;
      await writeUsage(fs, path, usage.record()).catch((error: unknown) => {
        // Written again, also if no further request comes.
        usage.markDirty();
        log.error({ event: 'Usage:NotWritten', message: (error as Error).message });
      });
    }));
  await readOthers();
  const timer = setInterval(() => {
    void write()
      .then(readOthers)
      .catch((error: unknown) => {
        log.error({ event: 'Usage:NotRead', message: (error as Error).message });
      });
  }, WRITE_MS);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await write();
  };
}

/**
 * The files and clocks of an access control. Shape: without `keysFile` no request needs a key; `server` names this server among those of a keys file; left
 * out for one that is alone. Units: as those of {@link createUsage}.
 */
interface OpenAccessOptions {
  keysFile: string | undefined;
  server?: string | undefined;
  now: () => number;
  wallMs: () => number;
  log: FastifyBaseLogger;
}

/** The access control of a server, with its keys and counts. */
export interface OpenedAccess {
  access: Access;
  keys: KeyRing | undefined;
  usage: Usage;
  /** Follows the keys file and stores the usage; returns the function that ends it, and stores the usage a last time. */
  keep: () => Promise<() => Promise<void>>;
}

/**
 * Opens the access control of a server: reads its keys, and what was counted before a restart.
 *
 * Errors: USAGE for a keys file that is missing or wrong, and a usage file that cannot be used.
 */
export async function openAccess(options: OpenAccessOptions): Promise<OpenedAccess> {
  const { keysFile, server, now, wallMs, log } = options;
  // Taken first: a key that is revoked while the file is read is noticed by the next look.
  const version = keysFile === undefined ? '' : await keysVersionOf(keysFile);
  const keys = keysFile === undefined ? undefined : createKeyRing(await readKeysFile(keysFile));
  const before = keysFile === undefined ? undefined : await readUsageOf(usageFileOf(keysFile, server), log);
  const usage = createUsage({ now, wallMs, before, onDayEnd: (record) => logUsage(record, log) });
  return {
    access: createAccess({ keys, usage, now }),
    keys,
    usage,
    async keep() {
      if (!keys || keysFile === undefined) return async () => undefined;
      const stopWatching = watchKeysFile(keysFile, keys, log, version);
      const own = usageFileOf(keysFile, server);
      // One that is alone has no others to look for.
      const readOthers = server === undefined ? async () => undefined : createOthers(keysFile, own, usage);
      const stopKeeping = await keepUsage(own, usage, readOthers, log);
      return async () => {
        stopWatching();
        await stopKeeping();
      };
    },
  };
}

/** Writes the usage of each key to the log. */
export function logUsage({ day, keys }: UsageRecord, log: FastifyBaseLogger): void {
  for (const [key, { requests, units, sessions }] of Object.entries(keys)) {
    log.info({ event: 'Usage:Day', day, key, requests, units, sessions });
  }
}

async function readUsageOf(path: string, log: FastifyBaseLogger): Promise<UsageRecord | undefined> {
  const onDamage = (aside: string, fault: string) =>
    log.error({
      event: 'Usage:SetAside',
      message: `the usage file ${path} is damaged (${fault}) and is moved to ${aside}: the requests of today are counted from zero`,
    });
  try {
    return await readUsage(createDurableFs(), path, onDamage);
  } catch (error) {
    throw new GeomillError('USAGE', message('key.usageUnusable', { path, cause: (error as Error).message }), {
      cause: error,
    });
  }
}
