import { createRequire } from 'node:module';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium, type Browser, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openService } from '../../src/runtime/open-service.ts';
import { createServer } from '../../src/server/create-server.ts';
import { BROWSER } from '../support/browser.ts';
import { geomill } from './cli-harness.ts';

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
/** Where to keep pictures of the pages, for a person to look at: GEOMILL_SCREENSHOTS=folder. */
const SCREENSHOTS = process.env['GEOMILL_SCREENSHOTS'];
const SIZES = [
  { width: 1440, height: 900, colorScheme: 'light', lang: 'en' },
  { width: 768, height: 1024, colorScheme: 'dark', lang: 'vi' },
  { width: 320, height: 700, colorScheme: 'light', lang: 'vi' },
] as const;

if (BROWSER.missing !== undefined && process.env['CI'] === 'true') throw new Error(BROWSER.missing);

describe.skipIf(BROWSER.missing)(
  `What happened to a ward, and what a dataset has${BROWSER.missing ? `: ${BROWSER.missing}` : ''}`,
  () => {
    let browser: Browser;
    let address: string;
    let folder: string;
    let close: () => Promise<void>;
    let page: Page;
    let faults: string[];

    beforeAll(async () => {
      const opened = await openService();
      const { service, shapes } = opened;
      const { app } = await createServer({
        service,
        shapes,
        version: '1.2.3',
        datasetDir: 'fixtures/starter',
      });
      address = await app.listen({ host: '127.0.0.1', port: 0 });
      folder = await mkdtemp(join(tmpdir(), 'geomill-ward-'));
      const run = ['run', 'convert', '--input', 'fixtures/addresses.csv', '--output', folder, '--quiet'];
      expect((await geomill(run)).exitCode).toBe(0);
      browser = await chromium.launch({ executablePath: BROWSER.program!, args: ['--no-sandbox'] });
      close = async () => {
        await browser.close();
        await app.close();
        await opened.close();
        await rm(folder, { recursive: true });
      };
      if (SCREENSHOTS !== undefined) await mkdir(SCREENSHOTS, { recursive: true });
    }, 60_000);
    afterAll(() => close());

    async function open(url: string, options: Parameters<Browser['newPage']>[0]): Promise<void> {
      page = await browser.newPage(options);
      faults = [];
      page.on('console', (message) => faults.push(`console: ${message.text()}`));
      page.on('pageerror', (error) => faults.push(`script: ${error.message}`));
      page.on('request', (request) => {
        const isOwn = [address, 'file:', 'data:'].some((start) => request.url().startsWith(start));
        if (!isOwn) faults.push(`request to ${request.url()}`);
      });
      await page.goto(url);
    }

    /** Checks what holds in every state. */
    async function check(name: string): Promise<void> {
      if (SCREENSHOTS !== undefined)
        await page.screenshot({ path: `${SCREENSHOTS}/${name}.png`, fullPage: true });
      // The policy of the page allows no script that is put into it.
      await page.evaluate(await readFile(AXE, 'utf8'));
      const { violations } = await page.evaluate<{ violations: { id: string; nodes: { html: string }[] }[] }>(
        'axe.run()',
      );
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual(
        [],
      );
      expect(await page.evaluate('document.documentElement.scrollWidth > innerWidth')).toBe(false);
      expect(faults).toEqual([]);
    }

    describe.each(SIZES)('at $width px, in $colorScheme', ({ colorScheme, lang, ...viewport }) => {
      it('is found by its name, shows its successors on a day, and prints, by the keyboard alone', async () => {
        await open(`${address}/ward?lang=${lang}`, { viewport, colorScheme });
        await check(`ward-search-${viewport.width}`);
        await page.locator('#ward').focus();
        await page.keyboard.type('Phường Đa Kao');
        await page.keyboard.press('Enter');
        await page.locator('.ward-picture').waitFor();
        expect(await page.locator('.shares li').count()).toBe(2);
        expect(await page.locator('.ward-picture .now').count()).toBe(2);
        await check(`ward-divided-${viewport.width}`);
        await page.locator('#on').focus();
        await page.keyboard.press('Home');
        await page.keyboard.press('Tab');
        await page.keyboard.press('Enter');
        await page.waitForURL(/on=2025-06-30/);
        expect(await page.locator('.shares li').allInnerTexts()).toEqual([
          expect.stringContaining('Phường Đa Kao'),
        ]);
        await page.goto(`${address}/ward/26740?day=2026-01-01&on=2025-06-30&lang=${lang}`);
        expect(await page.locator('.ward-picture .own').count()).toBe(1);
        await check(`ward-made-of-${viewport.width}`);
        await page.emulateMedia({ media: 'print' });
        expect(await page.locator('.ward-form').first().isVisible()).toBe(false);
        expect(await page.locator('.ward-picture').isVisible()).toBe(true);
        await page.goto(`${address}/ward/26737?day=2025-06-30&embed=1&lang=${lang}`);
        await page.emulateMedia({ media: 'screen' });
        await check(`ward-embed-${viewport.width}`);
        await page.close();
      }, 120_000);

      it('shows what the dataset has, in the country and in a province', async () => {
        await open(`${address}/coverage?lang=${lang}`, { viewport, colorScheme });
        expect(await page.locator('.coverage tbody tr').count()).toBe(34);
        await check(`coverage-${viewport.width}`);
        await page.locator('#province').selectOption('79');
        await page.locator('#level').selectOption('doorstep');
        await page.locator('.ward-form button').click();
        await page.waitForURL(/province=79&level=doorstep/);
        expect(await page.locator('.ward-picture .now').count()).toBe(168);
        await check(`coverage-79-${viewport.width}`);
        await page.close();
      }, 120_000);

      it('is in the card of a converted row as well, from disk', async () => {
        const locale = lang;
        await open(pathToFileURL(join(folder, 'report.html')).href, { viewport, colorScheme, locale });
        await page.locator('.rows tr[data-at="0"]').click();
        await page.locator('.card .ward-picture .now').first().waitFor();
        await check(`ward-card-${viewport.width}`);
        await page.close();
      }, 120_000);
    });
  },
);
