import { probeService, readCacheState, type Probe } from '../../remote/probe-service.ts';
import { quotaDay } from '../../remote/quota.ts';
import { addressOf, type RemoteSettings, type ServiceSettings } from '../../runtime/service-settings.ts';
import { formatBytes, formatCounted } from '../format-figures.ts';
import { fault, type Finding, findingOf, type Found, ok, warning } from './check-machine.ts';

/** A difference of clocks beyond which the day of the quota and pauses are wrong. Units: milliseconds. */
const SKEW_MS = 60_000;

/** Checks the cache folder, and names the requests that were counted today. */
export async function checkCache(folder: string, settings: ServiceSettings): Promise<Finding> {
  return findingOf('cache', 'fault', async () => {
    const service = settings.kind === 'remote' ? addressOf(settings) : undefined;
    const owner =
      settings.kind === 'remote' ? { service: addressOf(settings), apiKey: settings.apiKey } : undefined;
    const state = readCacheState(folder, owner);
    if (!state) return ok(`${folder} is not there yet: no response is cached`);
    const { responseBytes, quota } = state;
    const today = quotaDay(Date.now());
    const requests = quota?.day === today ? quota.requests : 0;
    const count =
      service === undefined
        ? ''
        : `, ${formatCounted(requests, 'request')} of ${service} counted on ${today}`;
    if (quota && quota.day > today)
      return warning(
        `${folder}: requests were counted for ${quota.day}, and this machine has ${today}`,
        'set the clock of this machine: nothing is counted for a day before the latest',
      );
    return ok(`${folder}: ${formatBytes(responseBytes)} of responses${count}`);
  });
}

/** Says whether there is a key, and where it comes from. Guarantee: the key is not in the text. */
export function checkKey(
  settings: ServiceSettings,
  apiKeyFile: string | undefined,
  envKey: boolean,
): Finding {
  const source = apiKeyFile === undefined ? (envKey ? 'GEOMILL_API_KEY' : undefined) : apiKeyFile;
  const check = 'key';
  if (settings.kind === 'local') {
    const message =
      source === undefined
        ? 'none, and the local service needs none'
        : `from ${source}; the local service needs none`;
    return { check, state: 'ok', message };
  }
  if (source !== undefined) return { check, state: 'ok', message: `from ${source} (not shown)` };
  const remedy = 'set GEOMILL_API_KEY, or name a file that only you can read: --api-key-file FILE';
  return { check, state: 'warning', message: 'none; most services refuse requests without one', remedy };
}

/** Sends one request to the service and compares the clocks. */
export async function checkService(settings: RemoteSettings): Promise<Finding[]> {
  const name = addressOf(settings);
  let probe: Probe | undefined;
  const answer = await findingOf('service', 'fault', async () => {
    probe = await probeService(settings);
    return describeAnswer(name, probe);
  });
  const ahead = probe?.clockAheadMs;
  return ahead === undefined ? [answer] : [answer, clockFinding(ahead)];
}

function describeAnswer(name: string, { status, detail, elapsedMs }: Probe): Found {
  const time = `${Math.round(elapsedMs)} ms`;
  if (status === undefined)
    return fault(
      `${name} cannot be reached: ${detail}`,
      'check the address, the network and the proxy; run the command again when the service is back',
    );
  if (status === 401 || status === 403)
    return fault(`${name} refused the key (HTTP ${status})`, 'ask its operator for a key');
  if (status === 429) return warning(`${name} wants fewer requests (HTTP 429)`, 'wait, or lower --rate');
  if (status >= 200 && status < 300) return ok(`${name} replied in ${time}`);
  return fault(
    `${name} replied with HTTP ${status} after ${time}`,
    status >= 500 ? 'run the command again when the service is back' : 'check the address and its version',
  );
}

function clockFinding(aheadMs: number): Finding {
  const seconds = Math.round(Math.abs(aheadMs) / 1000);
  const message = `${formatCounted(seconds, 'second')} ${aheadMs > 0 ? 'ahead of' : 'behind'} the service`;
  if (Math.abs(aheadMs) <= SKEW_MS) return { check: 'clock', state: 'ok', message };
  const remedy = 'set the clock of this machine (NTP): the day of the quota and pauses depend on it';
  return { check: 'clock', state: 'warning', message, remedy };
}
