import { InvalidArgumentError } from 'commander';

const TIMEOUT_MS = 5000;
const ATTEMPTS = 2;

/**
 * Tells a monitor of scheduled jobs that a run begins or how it ended.
 *
 * Shape: `GET <url>/start`, and at the end `GET <url>/<exit code>`, the convention of healthchecks.io and its kin.
 * Guarantee: never fails; a sentence when the monitor was not reached, without the address, which may be a secret.
 */
export async function ping(url: string, event: 'start' | number): Promise<string | undefined> {
  const target = new URL(url);
  target.pathname = `${target.pathname.replace(/\/$/, '')}/${event}`;
  let reason = '';
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    try {
      const response = await fetch(target, { signal: AbortSignal.timeout(TIMEOUT_MS) });
      await response.body?.cancel();
      if (response.ok) return undefined;
      reason = `status ${response.status}`;
    } catch (error) {
      reason = reasonOf(error);
    }
  }
  return `the monitor of --ping-url was not told of ${event === 'start' ? 'the start' : 'the end'} (${reason})`;
}

/** Parses the value of `--ping-url`. */
export function parsePingUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol === 'https:' || url?.protocol === 'http:') return text;
  throw new InvalidArgumentError('It must be an address that begins with https:// or http://.');
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown error';
  if (error.name === 'TimeoutError') return `no response in ${TIMEOUT_MS / 1000} s`;
  const { code } = (error.cause ?? {}) as { code?: string };
  return code ?? error.name;
}
