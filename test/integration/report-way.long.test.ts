import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium, type Browser, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BROWSER } from '../support/browser.ts';
import { geomill } from './cli-harness.ts';

if (BROWSER.missing !== undefined && process.env['CI'] === 'true') throw new Error(BROWSER.missing);

describe.skipIf(BROWSER.missing)(
  `The way through a report${BROWSER.missing ? `: ${BROWSER.missing}` : ''}`,
  () => {
    let browser: Browser;
    let folder: string;
    let page: Page;

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'geomill-way-'));
      browser = await chromium.launch({ executablePath: BROWSER.program!, args: ['--no-sandbox'] });
      for (const [job, input] of [
        ['geocode', 'addresses'],
        ['nearby', 'points'],
        ['forcode', 'points'],
      ] as const) {
        const paths = ['--input', `fixtures/${input}.csv`, '--output', join(folder, job)];
        expect((await geomill(['run', job, ...paths, '--quiet'])).exitCode).toBe(0);
      }
    });
    afterAll(async () => {
      await browser.close();
      await rm(folder, { recursive: true });
    });

    async function open(run: string, options: Parameters<Browser['newPage']>[0] = {}): Promise<void> {
      page = await browser.newPage({ viewport: { width: 1440, height: 900 }, locale: 'en', ...options });
      await page.goto(pathToFileURL(join(folder, run, 'report.html')).href);
      await page.locator('html[data-ready]').waitFor({ state: 'attached' });
    }
    const text = (selector: string) => page.locator(selector).innerText();
    const top = async (selector: string) => (await page.locator(selector).first().boundingBox())!.y;

    it('begins with the table: within 700 px, the address in front, at most 8 stops of Tab before the search', async () => {
      await open('geocode');
      expect(await top('.row-scroller')).toBeLessThan(700);
      const [cell, table] = await Promise.all(
        ['th >> nth=2', '.rows'].map(async (name) => (await page.locator(name).first().boundingBox())!.width),
      );
      expect(cell! / table!).toBeGreaterThan(0.58);
      const first = page.locator('.rows td.text >> nth=0');
      expect(await first.innerText()).toMatch(/^257 Hàn Thuyên/);
      expect(await first.locator('.own').innerText()).toContain('A001');
      let stops = 0;
      for (const isSearch = 'document.activeElement.type === "search"'; !(await page.evaluate(isSearch));) {
        await page.keyboard.press('Tab');
        stops += 1;
      }
      expect(stops - 1).toBeLessThanOrEqual(8);
      await page.close();
    }, 60_000);

    it('leads from a sentence to its rows, and from a figure below them by a bar', async () => {
      await open('geocode', { viewport: { width: 390, height: 600 } });
      await page.locator('.lead-part').first().click();
      expect(await top('#rows')).toBeLessThan(360);
      const rows = await text('.shown');
      await page.locator('.files, footer').last().scrollIntoViewIfNeeded();
      await page.locator('.filter-bar.is-away').waitFor();
      expect(await text('.filter-bar')).toContain(rows);
      await page.locator('.filter-bar .link').click();
      await expect.poll(() => top('#rows')).toBeLessThan(360);
      await page.evaluate('scrollTo(0, document.body.scrollHeight)');
      await page.locator('.filter-bar button').last().click();
      await expect.poll(() => text('.shown')).toBe('200 of 200 rows');
      await page.close();
    }, 60_000);

    it('goes back by one choice at a time, and keeps filter, order, row and language when it is loaded again', async () => {
      await open('geocode');
      await page.locator('.language').click();
      await page.locator('.lead-part').first().click();
      await page.locator('[data-sort=confidence]').click();
      await page.locator('.rows tr[data-at="1"]').click();
      const [shown, title] = [await text('.shown'), await text('.card h3')];
      await page.reload();
      await expect.poll(() => text('.card h3')).toBe(title);
      expect(await text('.shown')).toBe(shown);
      expect(await page.locator('html').getAttribute('lang')).toBe('vi');
      expect(await page.locator('th[aria-sort=ascending] [data-sort=confidence]').count()).toBe(1);
      await page.goBack();
      await page.locator('.card').waitFor({ state: 'detached' });
      await page.goBack();
      expect(await page.locator('th[aria-sort=ascending] [data-sort=number]').count()).toBe(1);
      await page.goBack();
      await expect.poll(() => text('.shown')).toBe('200 trên 200 dòng');
      await page.goBack();
      await expect.poll(() => text('.shown')).toBe('200 of 200 rows');
      await page.close();
    }, 60_000);

    it('fits the map to the points in Vietnam, and says how many are outside', async () => {
      await open('nearby');
      const chip = page.locator('.map-outside');
      expect(Number((await chip.innerText()).replace(/\D/g, ''))).toBeGreaterThan(0);
      const scale = await text('.scale');
      await chip.click();
      await expect.poll(() => text('.scale')).not.toBe(scale);
      await page.close();
    }, 60_000);

    it('shows what a row measured, its choices by letters, and what to do with it', async () => {
      await open('nearby');
      await page.locator('.rows tr[data-at="0"]').click();
      await page.locator('.candidates').waitFor();
      expect(await page.locator('.letter').allInnerTexts()).toEqual(['A', 'B', 'C']);
      expect(await text('.candidates')).toMatch(/ \d+ m$/);
      expect(await text('.card')).toMatch(/Places nearby/);
      expect(await page.locator('.card mark').count()).toBe(0);
      expect(await page.locator('.card a').first().getAttribute('href')).toMatch(
        /^https:\/\/www\.openstreetmap\.org/,
      );
      expect(await text('.card .buttons')).toMatch(/21\.0\d+, 105\.8\d+/);
      await page.close();
    }, 60_000);

    it.each(['light', 'dark'] as const)(
      'counts the rows of areas, of which a choice leaves the others, over land that is not sea, in %s',
      async (colorScheme) => {
        await open('geocode', { colorScheme });
        await page.locator('.segments button').nth(1).click();
        const drawn = page.locator('.map canvas').nth(1);
        await expect.poll(() => drawn.getAttribute('data-rows')).toBe('200');
        await page.evaluate('location.hash = "#area=01"');
        await expect.poll(() => text('.shown')).not.toContain('200 of');
        expect(await drawn.getAttribute('data-rows')).toBe('200');
        expect(await page.locator('.map-legend .rows-4').count()).toBe(1);
        await page.locator('.map-legend .link').first().click();
        expect(await page.locator('.map-legend .doubt-4').count()).toBe(1);
        await page.locator('.map-legend .link', { hasText: 'streets are missing' }).click();
        expect(await page.locator('.map-legend .street-4').count()).toBe(1);
        expect(await text('.map-legend p')).toContain('wards of which the dataset has no streets');
        expect(await page.evaluate('document.activeElement.textContent')).toBe('show how many');
        expect(await page.evaluate(contrastOf('land', 'water'))).toBeGreaterThanOrEqual(1.3);
        await page.close();
      },
      60_000,
    );

    it.each(['light', 'dark'] as const)(
      'names streets on the ground, in a colour that is read on it, in %s',
      async (colorScheme) => {
        await open('geocode', { colorScheme });
        await page.evaluate('location.hash = "#row=58"');
        const ground = page.locator('.map canvas').first();
        await expect.poll(async () => Number(await ground.getAttribute('data-streets'))).toBeGreaterThan(2);
        expect(await page.evaluate(contrastOf('quiet-name', 'name-halo'))).toBeGreaterThanOrEqual(4.5);
        await page.close();
      },
      60_000,
    );

    it('shows tours in their day beside the map: late stops, straight lines and the longest one in the lead', async () => {
      const input = join(folder, 'tours.csv');
      const stops = [
        'A,a,21.03,105.85,08:01',
        'A,b,21.01,105.86,08:02',
        'A,c,21,105.8,17:00',
        'B,d,21.03,105.84,17:00',
      ];
      const header = 'route,stop_id,lat,lon,wished_until,depot_lat,depot_lon';
      await writeFile(input, `${header}\n${stops.map((stop) => `${stop},21.02,105.84\n`).join('')}`);
      const paths = ['--input', input, '--output', join(folder, 'tours')];
      const wish = ['--set', 'route.wished_until={wished_until}', '--quiet', '--yes'];
      expect((await geomill(['run', 'route', ...paths, ...wish])).exitCode).toBe(0);
      await open('tours');
      expect(await text('.tours-lead')).toMatch(
        /^2 tours with 4 stops; \s*2 stops late; times by straight lines, not by roads; the longest is A: .* min.*, .* km\.$/,
      );
      // The texts of rows come after the rows.
      await expect.poll(() => text('.rows td.text .quiet >> nth=0')).toMatch(/^Tour 1 · Stop \d · \d\d:\d\d/);
      expect(await page.locator('.tour-table tr').nth(1).locator('.day-bar .error').count()).toBe(2);
      const across = async (selector: string) => (await page.locator(selector).first().boundingBox())!;
      await page.locator('.tours-lead button').click();
      expect(await page.locator('.tour-table tr[aria-current=true]').innerText()).toMatch(/^\s*A\b/);
      // The map is beside the tours, and does not stay behind with the rows above them.
      await page.locator('.tour-table').scrollIntoViewIfNeeded();
      const [table, map] = [await across('.tour-table'), await across('.map')];
      expect(map.x).toBeGreaterThan(table.x + table.width);
      expect(map.y + map.height).toBeGreaterThan(table.y);
      await page.close();
    }, 60_000);

    it('lists reasons of one cause once, with the rows of all of them behind it', async () => {
      const input = join(folder, 'positions.csv');
      const bad = ['200,105.8', '300,105.9', '-95,106', '#,#', 'x,y'];
      const good = ['21.03,105.85', '21.02,105.84', '21.01,105.85', '21.03,105.81', '21.03,105.84'];
      await writeFile(input, `id,lat,lon\n${[...good, ...bad].map((one) => `1,${one}\n`).join('')}`);
      const paths = ['--input', input, '--output', join(folder, 'positions')];
      expect((await geomill(['run', 'reverse', ...paths, '--quiet', '--yes'])).exitCode).toBe(0);
      await open('positions');
      const reasons = page.locator('.reason-line');
      expect(await reasons.allInnerTexts()).toEqual([
        expect.stringMatching(/^the latitude \.\.\. is outside -90 to 90\s+3$/),
        expect.stringMatching(/^the latitude "\.\.\." is not a number\s+2$/),
      ]);
      await reasons.first().click();
      await expect.poll(() => text('.shown')).toBe('3 of 10 rows');
      await page.close();
    }, 60_000);

    it('leaves half of a narrow table to the input, and is nowhere wider than the window', async () => {
      await open('geocode', { viewport: { width: 320, height: 640 } });
      await page.locator('.rows tr[data-at="1"]').click();
      await page.locator('.card table').waitFor();
      const [cell, table] = await Promise.all(
        ['th >> nth=2', '.rows'].map(async (name) => (await page.locator(name).first().boundingBox())!.width),
      );
      expect(cell! / table!).toBeGreaterThan(0.5);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320);
      // A screen reader has the figure beside its mark.
      expect(await page.locator('.rows .confidence').first().textContent()).toMatch(/^0\.\d{3}$/);
      await page.close();
    }, 60_000);

    it('prints the map on the first page, before the rows', async () => {
      await open('geocode');
      await page.emulateMedia({ media: 'print' });
      expect(await top('.map')).toBeLessThan(await top('.row-scroller'));
      expect(await top('.map')).toBeLessThan(700);
      const pdf = (await page.pdf({ format: 'A4' })).toString('latin1');
      // Two dozen rows a page and more; 19 pages were the figure of before.
      expect(pdf.match(/\/Type\s*\/Page\b(?!s)/g)!.length).toBeLessThan(15);
      await page.close();
    }, 60_000);

    it('shows what a divided ward became, and copies a command that reviews the run', async () => {
      await open('geocode');
      await page.evaluate('navigator.clipboard.writeText = async (text) => (document.title = text)');
      await page.evaluate('location.hash = "#row=121"');
      await expect
        .poll(() => page.locator('.card .shares li').allInnerTexts())
        .toEqual([
          expect.stringMatching(/^Phường Điện Biên Phủ\s+79/),
          expect.stringMatching(/^Phường Mường Thanh\s+21/),
        ]);
      await page.locator('.card .buttons button').last().click();
      const command = /^geomill review "(.*)" --open$/.exec(await page.title());
      expect((await geomill(['review', command![1]!, '--to', join(folder, 'review.csv')])).exitCode).toBe(0);
      await page.close();
    }, 60_000);

    it('says the figures of one row as those of one, and fits the map to its circle', async () => {
      const input = join(folder, 'one.csv');
      await writeFile(input, (await readFile('fixtures/addresses.csv', 'utf8')).split('\n', 2).join('\n'));
      const paths = ['--input', input, '--output', join(folder, 'one')];
      expect((await geomill(['run', 'geocode', ...paths, '--quiet'])).exitCode).toBe(0);
      await open('one');
      await expect.poll(() => text('main')).not.toMatch(/\b1 (rows|addresses|of the 1)\b|% of the (1|one)\b/);
      expect(await page.locator('.bar-line, .histogram').count()).toBe(0);
      expect(await text('.scale')).toMatch(/ m$/);
      await page.locator('.rows tr[data-at="0"]').click();
      await expect.poll(() => text('.scale')).toMatch(/ km$/);
      await page.close();
    }, 60_000);

    it('says the resolution of a forcode, and offers no review of what is not an address', async () => {
      await open('forcode');
      await page.evaluate('location.hash = "#row=2"');
      await expect.poll(() => text('.explanation')).toMatch(/resolution 13/);
      await page.evaluate('location.hash = "#status=error"');
      await page.locator('.rows tr[data-at="0"]').click();
      await expect.poll(() => text('.card .buttons')).toContain('tries the rows with an error again');
      await page.close();
    }, 60_000);
  },
);

/** Returns the expression of the contrast of two colours of the map. */
const contrastOf = (one: string, other: string) => `(() => {
  const styles = getComputedStyle(document.querySelector('.map'));
  const light = (name) => {
    const value = parseInt(styles.getPropertyValue(name).trim().slice(1), 16);
    const parts = [16, 8, 0].map((shift) => ((value >> shift) & 255) / 255);
    const [r, g, b] = parts.map((one) => (one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const both = [light('--${one}'), light('--${other}')];
  return (Math.max(...both) + 0.05) / (Math.min(...both) + 0.05);
})()`;
