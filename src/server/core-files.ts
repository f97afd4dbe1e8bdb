import { readFile } from 'node:fs/promises';
import type { FastifyBaseLogger } from 'fastify';

/** Where Linux states the limits of this process; other systems have no such file. */
const LIMITS_FILE = '/proc/self/limits';

/**
 * Warns if a crash could write a core file, which has the memory of the process and with it the keys of requests in flight.
 *
 * Shape: Node has no call that changes the limit; the shell (`ulimit -c 0`) or the service manager (`LimitCORE=0`) sets it.
 */
export async function warnOfCoreFiles(
  log: Pick<FastifyBaseLogger, 'warn'>,
  readLimits = () => readFile(LIMITS_FILE, 'utf8'),
): Promise<void> {
  const limits = await readLimits().catch(() => '');
  const limit = coreFileLimit(limits);
  if (limit === undefined || limit === '0') return;
  log.warn({
    event: 'Server:CoreFiles',
    limit,
    note: 'A crash may write a core file with keys in it. Start the server after "ulimit -c 0", or with LimitCORE=0 in its systemd unit.',
  });
}

/**
 * Keeps the environment, which may have the key of the service behind a gateway, out of Node's diagnostic reports.
 *
 * Shape: without effect on versions of Node that have no such setting, such as 20.
 */
export function keepEnvironmentOutOfReports(report: object | undefined = process.report): void {
  if (report !== undefined && 'excludeEnv' in report) report.excludeEnv = true;
}

/** Returns the soft limit of core files: bytes, or `unlimited`; undefined if the text does not state it. */
export function coreFileLimit(limits: string): string | undefined {
  return /^Max core file size\s+(\S+)/m.exec(limits)?.[1];
}
