import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parse } from 'csv-parse/sync';
import { chromium, type Browser, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CATALOGUES } from '../../src/base/messages/catalogues.ts';
import { createTranslate } from '../../src/base/messages/translate.ts';
import { openService } from '../../src/runtime/open-service.ts';
import { createServer } from '../../src/server/create-server.ts';
import { BROWSER } from '../support/browser.ts';
import { checkPage, openChecked } from '../support/checked-page.ts';
import { geomill } from './cli-harness.ts';

const SIZES = [
  { width: 1440, height: 900, colorScheme: 'light', lang: 'en' },
  { width: 768, height: 1024, colorScheme: 'dark', lang: 'vi' },
  { width: 320, height: 700, colorScheme: 'light', lang: 'vi' },
] as const;

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
      for (const job of ['convert', 'geocode']) {
        const paths = ['--input', 'fixtures/addresses.csv', '--output', join(folder, job)];
        expect((await geomill(['run', job, ...paths, '--quiet'])).exitCode).toBe(0);
      }
      browser = await chromium.launch({ executablePath: BROWSER.program!, args: ['--no-sandbox'] });
      close = async () => {
        await browser.close();
        await app.close();
        await opened.close();
        await rm(folder, { recursive: true });
      };
    }, 60_000);
    afterAll(() => close());

    async function open(url: string, options: Parameters<Browser['newPage']>[0]): Promise<void> {
      ({ page, faults } = await openChecked(browser, url, options, [address, 'file:']));
    }

    const check = (name: string) => checkPage({ page, faults }, name);

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

      it('says what is to be expected of a file, by the keyboard alone, and marks where its rows are', async () => {
        await open(`${address}/coverage?lang=${lang}`, { viewport, colorScheme });
        // Before the keys: the browser has to know that somebody waits for it.
        const chooser = page.waitForEvent('filechooser');
        let stops = 0;
        for (const isFile = 'document.activeElement.id === "file"'; !(await page.evaluate(isFile));) {
          await page.keyboard.press('Tab');
          stops += 1;
        }
        // In front of the picture and the table.
        expect(stops).toBeLessThan(15);
        await page.keyboard.press('Enter');
        await (await chooser).setFiles('fixtures/addresses.csv');
        await page.locator('#shares .shares').nth(1).waitFor();
        const shown = await page.locator('#shares .shares').first().locator('li').allInnerTexts();
        const counts = shown.map((text) => Number(/: (\d+)/.exec(text)![1]));
        expect(counts.reduce((sum, n) => sum + n)).toBe(200);
        const rows = parse<Record<string, string>>(await readFile(join(folder, 'geocode/addresses.csv')), {
          columns: true,
        });
        const t = createTranslate(CATALOGUES[lang]);
        const found = rows.filter(({ geocode_level: level }) => level === 'house').length;
        expect(shown[0]!.split('\n')).toEqual([
          `${t('level.house')}: ${found}`,
          t('coverage.share', { n: (100 * found) / 200 }),
        ]);
        expect(await page.locator('#shares[role=status] p').first().innerText()).toContain('200');
        const provinces = new Set(rows.map((row) => row['geocode_province_code_new']).filter(Boolean));
        expect(await page.locator('.ward-picture .sampled').count()).toBe(provinces.size);
        expect(await page.locator('.coverage th .quiet').count()).toBe(provinces.size);
        await check(`coverage-file-${viewport.width}`);
        await page.keyboard.press('Tab');
        expect(await page.evaluate('document.activeElement.closest("#column") !== null')).toBe(true);
        await page.keyboard.press('End');
        await page.locator('#shares', { hasText: t('coverage.looked', { n: 200, last: 200 }) }).waitFor();
        expect(await page.locator('#column select').inputValue()).toBe('{address}');
        await page.close();
      }, 120_000);

      it('says of a dropped workbook what to do, and of a table without addresses what to choose', async () => {
        await open(`${address}/coverage?province=79&lang=${lang}`, { viewport, colorScheme });
        const drop = (name: string, content: Buffer) =>
          page.evaluate(`(() => {
            const files = new DataTransfer();
            const bytes = Uint8Array.from(atob('${content.toString('base64')}'), (c) => c.charCodeAt(0));
            files.items.add(new File([bytes], '${name}'));
            document.querySelector('h1').dispatchEvent(new DragEvent('drop', { dataTransfer: files, bubbles: true }));
          })()`);
        await drop('customers.xlsx', await readFile('fixtures/customers.xlsx'));
        await page.locator('#shares', { hasText: 'xlsx' }).waitFor();
        expect(faults.splice(0)).toEqual([expect.stringMatching(/^console: .* 400 /)]);
        await check(`coverage-workbook-${viewport.width}`);
        await drop('a.csv', Buffer.from('x,y\n1,2\n3,4\n'));
        const t = createTranslate(CATALOGUES[lang]);
        await page.locator('#shares', { hasText: t('coverage.chooseColumn') }).waitFor();
        expect(await page.locator('#column option').allInnerTexts()).toEqual(['–', 'x', 'y']);
        await check(`coverage-choose-${viewport.width}`);
        await page.close();
      }, 120_000);

      it('is in the card of a converted row as well, from disk', async () => {
        const locale = lang;
        await open(pathToFileURL(join(folder, 'convert/report.html')).href, {
          viewport,
          colorScheme,
          locale,
        });
        await page.locator('.rows tr[data-at="0"]').click();
        await page.locator('.card .ward-picture .now').first().waitFor();
        await check(`ward-card-${viewport.width}`);
        await page.close();
      }, 120_000);
    });
  },
);
