import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium, type Browser, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readPageFiles } from '../../src/report/page-text.ts';
import { writeReport } from '../../src/report/write-report.ts';
import { BROWSER } from '../support/browser.ts';
import { checkPage, openChecked, SCREENSHOTS } from '../support/checked-page.ts';
import { writeFinishedRun } from '../support/finished-run.ts';

const SIZES = [
  { width: 1440, height: 900, colorScheme: 'light', locale: 'en' },
  { width: 768, height: 1024, colorScheme: 'dark', locale: 'vi' },
  { width: 320, height: 700, colorScheme: 'light', locale: 'vi' },
] as const;

/** Rows of a run: of each ten in the later one, one is lost, one gained, one in another ward, two moved, one has another level. */
function rowsOf(isLater: boolean): string[][] {
  return Array.from({ length: 100 }, (_, at) => {
    const kind = isLater ? at % 10 : 9;
    const isFound = isLater ? kind !== 0 : at % 10 !== 1;
    const lat = 10.77 + (at % 12) / 400 + (kind === 3 || kind === 4 ? 0.004 * (kind - 2) : 0);
    const lon = 106.68 + Math.floor(at / 12) / 300;
    const id = isLater && at > 95 ? `new-${at}` : `KH${at}`;
    const address = `${at + 1} Lê Lợi, Phường Bến Thành, TP.HCM`;
    if (!isFound) return [id, address, 'not_found', 'no match', '', '', '', '', '', '', ''];
    const ward = kind === 2 ? ['26743', '79'] : ['26740', '79'];
    const level = kind === 5 ? 'street' : 'house';
    const label = `${at + 1} Lê Lợi, Phường ${kind === 2 ? 'Bến Thành' : 'Sài Gòn'}, Thành phố Hồ Chí Minh`;
    return [id, address, 'ok', '', lat.toFixed(5), lon.toFixed(5), label, level, '0.95', ...ward];
  });
}

describe.skipIf(BROWSER.missing)(
  `Two runs as one page${BROWSER.missing ? `: ${BROWSER.missing}` : ''}`,
  () => {
    let browser: Browser;
    let folder: string;
    let page: Page;
    let faults: string[];

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'geomill-compared-'));
      const more = ['ward_code_new', 'province_code_new'];
      for (const name of ['march', 'april'])
        await writeFinishedRun(join(folder, name), {
          ...{ columns: ['customer_id', 'address'], rows: rowsOf(name === 'april'), more, inputSha256: name },
        });
      const files = await readPageFiles('dist/report');
      const against = { folder: join(folder, 'march'), name: 'march' };
      await writeReport({ folder: join(folder, 'april'), files, version: '1.2.3', against });
      browser = await chromium.launch({ executablePath: BROWSER.program!, args: ['--no-sandbox'] });
    });
    afterAll(async () => {
      await browser.close();
      await rm(folder, { recursive: true });
    });

    async function open(options: Parameters<Browser['newPage']>[0]): Promise<void> {
      const url = pathToFileURL(join(folder, 'april/report.html')).href;
      ({ page, faults } = await openChecked(browser, url, options));
      await page.locator('html[data-ready]').waitFor({ state: 'attached' });
    }

    const check = (name: string) => checkPage({ page, faults }, name);

    /** Counts the pixels of the map that have the colour of the lines. */
    const linePixels = () =>
      page.evaluate<number>(`(() => {
        const style = getComputedStyle(document.documentElement).getPropertyValue('--tour-2').trim();
        const wanted = [1, 3, 5].map((at) => parseInt(style.slice(at, at + 2), 16));
        let count = 0;
        for (const canvas of document.querySelectorAll('canvas')) {
          const picture = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
          for (let at = 0; at < picture.length; at += 4)
            if (wanted.every((color, nth) => picture[at + nth] === color)) count += 1;
        }
        return count;
      })()`);
    const shown = () =>
      page
        .locator('.rows')
        .getAttribute('aria-rowcount')
        .then((rows) => Number(rows) - 1);

    describe.each(SIZES)('at $width px, in $colorScheme', ({ colorScheme, locale, ...viewport }) => {
      it('has both answers of a row, a filter for each change, and lines of the rows that moved', async () => {
        await open({ viewport, colorScheme, locale });
        const name = `compared-${viewport.width}`;
        await check(name);
        const buttons = page.locator('.compared button');
        const counts = (await buttons.allInnerTexts()).map((text) => Number(/\d+/.exec(text)?.[0]));
        expect(counts).toEqual([10, 10, 10, 20, 10, 4]);
        for (const [at, count] of counts.entries()) {
          await buttons.nth(at).click();
          await expect.poll(shown).toBe(count);
          await buttons.nth(at).click();
        }
        await buttons.nth(3).focus();
        await page.keyboard.press('Enter');
        await expect.poll(shown).toBe(20);
        expect(await linePixels()).toBeGreaterThan(20);
        const before = page.locator('.rows tbody tr[data-at] td.earlier');
        if (viewport.width > 700) expect(await before.first().innerText()).toMatch(/4 Lê Lợi.*\n.*445 m/);
        else expect(await page.locator('.rows tr.active .change-mark').innerText()).toContain('445');
        const heights = await page.evaluate<number[]>(
          "[...document.querySelectorAll('.rows tr[data-at]')].map((row) => row.offsetHeight)",
        );
        expect(new Set(heights)).toEqual(new Set([48]));
        await page.locator('.rows tbody tr.active').focus();
        await page.keyboard.press('Enter');
        await expect
          .poll(() => page.locator('.card .before').innerText())
          .toMatch(/march[^]*4 Lê Lợi[^]*445/i);
        expect(await page.evaluate('location.hash')).toBe('#change=moved&row=4');
        await check(`${name}-row`);
        await page.emulateMedia({ media: 'print' });
        if (SCREENSHOTS !== undefined) await page.screenshot({ path: `${SCREENSHOTS}/${name}-print.png` });
        await page.close();
      }, 120_000);
    });

    it('sorts by the distance, the farthest first, and says what could not be matched', async () => {
      await open({ viewport: { width: 1440, height: 900 }, locale: 'en' });
      await page.locator('[data-sort=moved]').click();
      await expect.poll(() => page.locator('.rows tr[data-at="0"]').innerText()).toContain('890 m');
      await page.locator('section.earlier summary').click();
      expect(await page.locator('section.earlier li').allInnerTexts()).toEqual(
        [96, 97, 98, 99].map((at) => expect.stringContaining(`KH${at} · ${at + 1} Lê Lợi`) as string),
      );
      expect(await page.locator('section.earlier').innerText()).toContain('by the column customer_id');
      await check('compared-sorted');
      await page.close();
    }, 60_000);
  },
);
