// Every page in a browser, in one state, every day: the other tests of pages run on one day of several (test/support/heavy-files.ts).
import { createRequire } from 'node:module';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium, type Browser, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openAdminDataset } from '../../src/engine/gazetteer/units/open-admin-dataset.ts';
import { readPageFiles } from '../../src/report/page-text.ts';
import { writeReport } from '../../src/report/write-report.ts';
import { openService } from '../../src/runtime/open-service.ts';
import { createServer } from '../../src/server/create-server.ts';
import { BROWSER } from '../support/browser.ts';
import { writeFinishedRun } from '../support/finished-run.ts';
import { geocodedRows } from '../support/report-rows.ts';
import { buildStreetDataset, SOFTWARE_WEBGL } from '../support/viewer-site.ts';

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

if (BROWSER.missing !== undefined && process.env['CI'] === 'true') throw new Error(BROWSER.missing);

/** Serves a dataset with all pages. */
async function serve(datasetDir: string): Promise<{ origin: string; close: () => Promise<void> }> {
  const { service, shapes, close } = await openService({ kind: 'local', datasetDir });
  const { app } = await createServer({
    service,
    version: '1.2.3',
    attribution: 'A credit.',
    shapes,
    datasetDir,
  });
  const origin = await app.listen({ host: '127.0.0.1', port: 0 });
  return {
    origin,
    async close() {
      await app.close();
      await close();
    },
  };
}

describe.skipIf(BROWSER.missing)(`Every page${BROWSER.missing ? `: ${BROWSER.missing}` : ''}`, () => {
  let browser: Browser;
  let folder: string;
  let origin: string;
  /** The server of the street pictures. */
  let street: string;
  let close: () => Promise<void>;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'geomill-every-page-'));
    const datasetDir = await buildStreetDataset(folder);
    const servers = await Promise.all(['fixtures/starter', datasetDir].map(serve));
    [origin, street] = servers.map((server) => server.origin) as [string, string];
    browser = await chromium.launch({ executablePath: BROWSER.program!, args: SOFTWARE_WEBGL });
    close = async () => {
      await browser.close();
      await Promise.all(servers.map((server) => server.close()));
      await rm(folder, { recursive: true, force: true });
    };
  });
  afterAll(() => close());

  /** Expects that a page has no fault of accessibility. */
  async function expectAccessible(page: Page): Promise<void> {
    await page.evaluate(await readFile(AXE, 'utf8'));
    const rules = await page.evaluate<string[]>(
      'axe.run().then((run) => run.violations.map(({ id }) => id))',
    );
    expect(rules).toEqual([]);
  }

  /** Opens a page, does something with it, and expects that nothing is wrong with it then. */
  async function use(url: string, act: (page: Page) => Promise<unknown>): Promise<void> {
    const page = await browser.newPage({ viewport: { width: 900, height: 600 }, locale: 'en' });
    const faults: string[] = [];
    page.on('console', (message) => {
      if (!message.text().includes('GPU stall due to ReadPixels')) faults.push(message.text());
    });
    page.on('pageerror', (error) => faults.push(error.message));
    await page.goto(url);
    await act(page);
    expect(await page.evaluate('document.documentElement.scrollWidth > innerWidth')).toBe(false);
    expect(faults).toEqual([]);
    await page.close();
  }

  it('answers an address, and shows its place on the map', () =>
    use(`${origin}/?lang=en`, async (page) => {
      await page.fill('#text', '86 Bát Đàn, Hoàn Kiếm, Hà Nội');
      await page.keyboard.press('Enter');
      await expect.poll(() => page.locator('#results').textContent()).toContain('Phố Bát Đàn');
      await page.locator('#map canvas').first().waitFor();
      await expectAccessible(page);
    }));

  it('documents the operations', () =>
    use(`${origin}/docs?lang=en`, async (page) => {
      const { paths } = (await (await fetch(`${origin}/openapi.json`)).json()) as { paths: object };
      const operations = Object.values(paths).flatMap((item: object) => Object.keys(item));
      await expect.poll(() => page.locator('.opblock').count()).toBe(operations.length);
    }));

  it('lists street pictures', () =>
    use(`${street}/imagery/v1?lang=en`, async (page) => {
      await page.locator('.collections a').first().click();
      await page.locator('.pictures a').first().click();
      await page.locator('figure img').waitFor();
    }));

  it('shows a street picture, and where to go from there', () =>
    use(`${street}/viewer/demo.html?lang=en`, async (page) => {
      await expect.poll(() => page.locator('.gm-viewer-status').textContent()).toContain('°');
      await expect.poll(() => page.locator('.gm-viewer-panel button[data-node]').count()).toBeGreaterThan(0);
    }));

  it('reports a run', async () => {
    const run = join(folder, 'run');
    const admin = await openAdminDataset('fixtures/starter');
    await writeFinishedRun(run, { columns: ['id', 'address'], rows: geocodedRows({ admin, rows: 40 }) });
    const files = await readPageFiles('dist/report');
    const { path } = await writeReport({ folder: run, files, version: '1.2.3' });
    await use(pathToFileURL(path).href, async (page) => {
      await page.locator('html[data-ready]').waitFor({ state: 'attached' });
      await page.locator('.rows tr[data-at]').first().click();
      await page.locator('.card').waitFor();
    });
  });
});
