import { ownCache } from '../../src/remote/cache-parts.ts';
import { createRemoteService } from '../../src/remote/remote-service.ts';

// Asks so many questions as a process of its own, which tests can kill, when it is the turn of that process. Arguments: base URL, cache folder, questions, concurrency, per day (0: no limit), rate.
const [baseUrl = '', cacheDir = '', count = '0', concurrency = '8', perDay = '0', rate] =
  process.argv.slice(2);
const lock = await ownCache(cacheDir, { service: baseUrl }, { waitMs: Infinity });
const remote = createRemoteService({
  baseUrl,
  cacheDir,
  concurrency: Number(concurrency),
  ...(Number(perDay) ? { perDay: Number(perDay) } : {}),
  ...(rate ? { ratePerSecond: Number(rate) } : {}),
});
process.send?.('ready');
const outcomes = await Promise.allSettled(
  Array.from({ length: Number(count) }, (_, nth) =>
    remote.service.geocodeForward({ text: `question ${nth}` }),
  ),
);
await remote.close();
await lock.release();
process.exit(outcomes.every(({ status }) => status === 'fulfilled') ? 0 : 75);
