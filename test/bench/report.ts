import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium, type Browser } from 'playwright-core';
import { openAdminDataset } from '../../src/engine/gazetteer/units/open-admin-dataset.ts';
import { readPageFiles } from '../../src/report/page-text.ts';
import { writeReport } from '../../src/report/write-report.ts';
import { BROWSER } from '../support/browser.ts';
import { writeFinishedRun } from '../support/finished-run.ts';
import { geocodedRows, REPORT_TIMES } from '../support/report-rows.ts';
import type { BenchContext, Measurement } from './measurement.ts';
import { median, seconds, target } from './table.ts';

const ROWS = { full: 200_000, quick: 20_000 };
/** Rows of the page whose first filter is measured as time of the processor. */
const FILTERED_ROWS = { full: 100_000, quick: 20_000 };
const SAMPLED_ROWS = { full: 1_000_000, quick: 250_000 };
const RUNS = { full: 5, quick: 1 };
/** Runs of the GeoJSON page: each takes half a minute and more. */
const NAIVE_RUNS = 1;
/** The size is with the ground of the map, of which 4 MB are allowed at most. */
const TARGETS = { bytes: 6e6, pointsMs: 1000, idleMs: 3000, actionMs: 100, frameMs: 50 };
/** Parts of the first sentence that are filtered by. */
const FILTERS = 4;
const FLAGS = ['--no-sandbox', '--disable-gpu'];
const require = createRequire(import.meta.url);

interface Figures {
  pointsMs: number;
  idleMs: number;
}

interface Actions {
  search: number;
  scroll: number;
  sort: number;
  filter: number;
  /** Time of a frame while the map is moved. */
  pan: number;
}

/** Measures the page of a report in a browser that draws in software, in turn with the same rows as GeoJSON in a page of Leaflet. */
export const report: Measurement = {
  name: 'report',
  async run(context) {
    if (BROWSER.missing !== undefined) throw new Error(BROWSER.missing);
    const size = context.isQuick ? 'quick' : 'full';
    const ours = await writePage(context, 'noisy', ROWS[size]);
    const sampled = await writePage(context, 'sampled', SAMPLED_ROWS[size]);
    const filtered = await writePage(context, 'filtered', FILTERED_ROWS[size]);
    const naive = await writeNaive(join(context.folder, 'noisy'));
    const browser = await chromium.launch({ executablePath: BROWSER.program!, args: FLAGS });
    const figures: Record<'ours' | 'sampled' | 'naive', Figures[]> = { ours: [], sampled: [], naive: [] };
    const actions: Actions[] = [];
    const filterMs: number[] = [];
    try {
      for (let run = 0; run < RUNS[size]; run += 1) {
        figures.ours.push(await open(browser, ours, (times) => void actions.push(times)));
        figures.sampled.push(await open(browser, sampled));
        filterMs.push(await firstFilterMs(browser, filtered));
        if (run < NAIVE_RUNS) figures.naive.push(await open(browser, naive));
      }
    } finally {
      await browser.close();
    }
    const bytes = await Promise.all([ours, sampled, naive].map(async (path) => (await stat(path)).size));
    const middle = (list: Figures[], name: keyof Figures) => median(list.map((one) => one[name]));
    const time = (label: string, name: keyof Figures, most: number) => [
      label,
      ...([figures.ours, figures.sampled, figures.naive] as const).map((list) => seconds(middle(list, name))),
      target(`${most / 1000} s`, Math.max(middle(figures.ours, name), middle(figures.sampled, name)) <= most),
    ];
    const action = (name: keyof Actions, most = TARGETS.actionMs) => {
      const ms = median(actions.map((one) => one[name]));
      return [`${name}, ms`, String(ms), '', '', target(`${most} ms`, ms <= most)];
    };
    return {
      title: `report: ${ROWS[size]} noisy addresses, and a sample of ${SAMPLED_ROWS[size]}; the same rows as inline GeoJSON with Leaflet`,
      columns: ['', 'report', 'sample', 'GeoJSON', 'target'],
      rows: [
        [
          'size, MB',
          ...bytes.map((one) => (one / 1e6).toFixed(2)),
          target(`${TARGETS.bytes / 1e6} MB`, Math.max(bytes[0]!, bytes[1]!) <= TARGETS.bytes),
        ],
        time('first points, s', 'pointsMs', TARGETS.pointsMs),
        time('idle, s', 'idleMs', TARGETS.idleMs),
        action('search'),
        action('scroll'),
        action('sort'),
        action('filter'),
        action('pan', TARGETS.frameMs),
        [
          `first filter of ${FILTERED_ROWS[size]} rows to its paint, ms of processor`,
          String(median(filterMs)),
          '',
          '',
          target(`${TARGETS.actionMs} ms`, median(filterMs) <= TARGETS.actionMs),
        ],
      ],
      notes: [
        `medians of ${RUNS[size]} runs in turn (GeoJSON ${NAIVE_RUNS}), from opening the file, drawn in software; idle: the end of the last task of more than 50 ms`,
        `load now ${loadavg()[0]?.toFixed(1) ?? '?'}`,
      ],
    };
  },
};

async function writePage(
  { folder, datasetDir, dist }: BenchContext,
  name: string,
  rows: number,
): Promise<string> {
  const admin = await openAdminDataset(datasetDir);
  const run = join(folder, name);
  process.stderr.write(`  ${rows} rows ...\n`);
  await writeFinishedRun(run, {
    columns: ['id', 'address'],
    rows: geocodedRows({ admin, rows, isNoisy: true }),
  });
  const files = await readPageFiles(join(dist, 'report'));
  return (await writeReport({ folder: run, files, version: 'bench' })).path;
}

/** Writes the rows of a run as most scripts do: GeoJSON in the page, a circle of Leaflet for each point, drawn on a canvas. */
async function writeNaive(run: string): Promise<string> {
  const { parse } = await import('csv-parse/sync');
  const rows = parse<Record<string, string>>(await readFile(join(run, 'rows.csv')), { columns: true });
  const features = rows.map(({ geocode_lat: lat, geocode_lon: lon, ...properties }) => ({
    type: 'Feature',
    geometry: lat === '' ? null : { type: 'Point', coordinates: [Number(lon), Number(lat)] },
    properties,
  }));
  const leaflet = await readFile(require.resolve('leaflet/dist/leaflet.js'), 'utf8');
  const path = join(run, 'naive/report.html');
  await mkdir(join(run, 'naive'));
  const data = JSON.stringify({ type: 'FeatureCollection', features }).replaceAll('<', '\\u003c');
  await writeFile(
    path,
    `<!doctype html><meta charset="utf-8"><div id="map" style="height: 800px"></div><script>${leaflet}</script><script>
const data = ${data};
const map = L.map('map', { preferCanvas: true }).setView([16, 106], 6);
L.geoJSON(data, {
  pointToLayer: (feature, place) => L.circleMarker(place, { radius: 3 }),
  onEachFeature: (feature, layer) => layer.bindPopup(() => document.createTextNode(feature.properties.address).textContent),
}).addTo(map);
requestAnimationFrame(() => requestAnimationFrame(() => (document.documentElement.dataset.ready = String(Math.round(performance.now())))));
</script>`,
  );
  return path;
}

/**
 * Returns the time that the main thread computes for the first filter, to the frame with table and map.
 *
 * Shape: the slowest of the filters of the first sentence, each in a page of its own. Units: milliseconds of the processor, which other programs do not change.
 */
async function firstFilterMs(browser: Browser, path: string): Promise<number> {
  const times: number[] = [];
  for (let nth = 0; nth < FILTERS; nth += 1) {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, locale: 'en' });
    await page.goto(pathToFileURL(path).href);
    await page.locator('html[data-ready]').waitFor({ state: 'attached' });
    const session = await page.context().newCDPSession(page);
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    const taskMs = async () => {
      const { metrics } = await session.send('Performance.getMetrics');
      return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? NaN);
    };
    const before = await taskMs();
    await page.evaluate(`(async () => {
      document.querySelectorAll('.lead-part')[${nth}].click();
      await new Promise(requestAnimationFrame);
      // A message comes after the frame.
      await new Promise((done) => { const { port1, port2 } = new MessageChannel(); port1.onmessage = done; port2.postMessage(0); });
    })()`);
    times.push(Math.round((await taskMs()) - before));
    await page.close();
  }
  return Math.max(...times);
}

/** Opens a page and waits until nothing has been computed for a second. */
async function open(
  browser: Browser,
  path: string,
  onActions?: (actions: Actions) => void,
): Promise<Figures> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, locale: 'en' });
  await page.addInitScript(`window.longTasks = [];
    new PerformanceObserver((list) => longTasks.push(...list.getEntries().map(({ startTime, duration }) => startTime + duration)))
      .observe({ type: 'longtask', buffered: true });`);
  await page.goto(pathToFileURL(path).href, { timeout: 300_000 });
  await page.locator('html[data-ready]').waitFor({ state: 'attached', timeout: 300_000 });
  const figures = await page.evaluate<Figures>(`(async () => {
    const pointsMs = Number(document.documentElement.dataset.ready);
    const lastMs = () => Math.max(pointsMs, ...longTasks);
    while (performance.now() - lastMs() < 1000) await new Promise((done) => setTimeout(done, 200));
    return { pointsMs, idleMs: Math.round(lastMs()) };
  })()`);
  if (onActions) {
    await page.fill('[type=search]', 'a');
    await page.locator('.shown', { hasText: /^[\d,]+ of/ }).waitFor({ timeout: 60_000 });
    onActions(await page.evaluate<Actions>(REPORT_TIMES));
  }
  await page.close();
  return figures;
}
