import type { Page } from 'playwright-core';

/** The page settles between collections: what ends later, such as requests and callbacks of collected objects, is free in the next one. */
const COLLECTIONS = 5;
const SETTLE_MS = 300;

/** Returns the size of the heap of a page after collections of garbage, with the code that the browser compiled. Units: bytes. */
export async function pageHeapBytes(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.enable');
  await session.send('Performance.enable');
  for (let times = 0; times < COLLECTIONS; times++) {
    await page.waitForTimeout(SETTLE_MS);
    await session.send('HeapProfiler.collectGarbage');
  }
  const { metrics } = await session.send('Performance.getMetrics');
  await session.detach();
  return metrics.find(({ name }) => name === 'JSHeapUsedSize')!.value;
}
