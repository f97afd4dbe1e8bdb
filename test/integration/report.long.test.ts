import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openAdminDataset } from '../../src/engine/gazetteer/units/open-admin-dataset.ts';
import { readPageFiles } from '../../src/report/page-text.ts';
import { writeReport } from '../../src/report/write-report.ts';
import { BROWSER } from '../support/browser.ts';
import { checkPage, openChecked, SCREENSHOTS } from '../support/checked-page.ts';
import { type FinishedRun, writeFinishedRun } from '../support/finished-run.ts';
import { geocodedRows, REPORT_TIMES } from '../support/report-rows.ts';
import { geomill } from './cli-harness.ts';
import { englishText } from '../../src/base/messages/message.ts';
import { useFigures } from '../../src/contract/uses.ts';
import type { Manifest } from '../../src/run/pipeline/journal/manifest.ts';
import { usesMessage } from '../../src/run/pipeline/run-counts.ts';

const SIZES = [
  { width: 1280, height: 900, colorScheme: 'light', locale: 'en' },
  { width: 390, height: 844, colorScheme: 'dark', locale: 'vi' },
] as const;
const MANY = 200_000;

describe.skipIf(BROWSER.missing)(
  `The report of a run${BROWSER.missing ? `: ${BROWSER.missing}` : ''}`,
  () => {
    let browser: Browser;
    let folder: string;
    let page: Page;
    /** What the browser reported: messages, errors of scripts, requests. */
    let faults: string[];

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'geomill-report-'));
      browser = await chromium.launch({ executablePath: BROWSER.program!, args: ['--no-sandbox'] });
      for (const [job, input] of [
        ['geocode', 'addresses'],
        ['route', 'deliveries'],
      ] as const) {
        const args = [
          'run',
          job,
          '--input',
          `fixtures/${input}.csv`,
          '--output',
          join(folder, job),
          '--quiet',
        ];
        expect((await geomill(args)).exitCode).toBe(0);
      }
    });
    afterAll(async () => {
      await browser.close();
      await rm(folder, { recursive: true });
    });

    async function open(run: string, options: Parameters<Browser['newPage']>[0] = {}): Promise<void> {
      const url = pathToFileURL(join(folder, run, 'report.html')).href;
      const all = { viewport: SIZES[0], locale: 'en', ...options };
      ({ page, faults } = await openChecked(browser, url, all));
      await page.locator('html[data-ready]').waitFor({ state: 'attached' });
    }

    /** Checks what holds in every state, and closes the page. */
    async function finish(name: string): Promise<void> {
      await checkPage({ page, faults }, name);
      await page.close();
    }

    const text = (selector: string) => page.locator(selector).innerText();
    const geocoded = async () =>
      parse<Record<string, string>>(await readFile(join(folder, 'geocode/addresses.csv'), 'utf8'), {
        columns: true,
      });
    const write = async (name: string, run: FinishedRun, mostRows?: number) => {
      await writeFinishedRun(join(folder, name), run);
      const options = {
        folder: join(folder, name),
        files: await readPageFiles('dist/report'),
        version: '1.2.3',
      };
      return (await writeReport(mostRows === undefined ? options : { ...options, mostRows })).path;
    };

    describe.each(SIZES)('at $width px, in $colorScheme', ({ colorScheme, locale, ...viewport }) => {
      it('shows a run with its rows', async () => {
        await open('geocode', { viewport, colorScheme, locale });
        expect(await page.locator('html').getAttribute('lang')).toBe(locale);
        expect(await text('h1')).toBe('addresses');
        await page.fill('[type=search]', '257 han thuyen');
        await expect.poll(() => page.locator('.rows tr[data-at]').count()).toBe(1);
        expect(await text('.rows tr[data-at]')).toContain('257 Hàn Thuyên');
        await page.locator('.rows tr[data-at]').click();
        await expect.poll(() => text('.card')).toContain('257 Hàn Thuyên');
        await finish(`geocode-${viewport.width}-${colorScheme}`);
      }, 60_000);

      it('shows delivery tours', async () => {
        await open('route', { viewport, colorScheme });
        await page.locator('.tour-table tbody button').nth(4).click();
        const stops = await page.locator('.sheet tbody tr:not(.back)').count();
        expect(await page.locator('.sheet .sketch circle').count()).toBe(stops);
        expect(await text('.tour-table tr[aria-current=true] td >> nth=1')).toBe(String(stops));
        await finish(`route-${viewport.width}-${colorScheme}`);
      }, 60_000);
    });

    it('reaches every row by five keys', async () => {
      await open('geocode');
      for (const row of [1, 7, 42, 100, 199, 200]) {
        const keys = [...String(row), 'Enter'];
        expect(keys.length).toBeLessThanOrEqual(5);
        for (const key of keys) await page.keyboard.press(key);
        await expect.poll(() => text('.card h3')).toBe(`Row ${row}`);
        const focused = await page.evaluate('document.activeElement.cells?.[0].innerText');
        expect(focused).toBe(String(row));
      }
      await page.keyboard.press('ArrowUp');
      await page.keyboard.press('Enter');
      await expect.poll(() => text('.card h3')).toBe('Row 199');
      await page.keyboard.press('/');
      expect(await page.evaluate('document.activeElement.type')).toBe('search');
      await page.keyboard.press('Escape');
      expect(await page.locator('.card').count()).toBe(0);
      await finish('keyboard');
    }, 60_000);

    it('filters, sorts, and opens the row of a point that is clicked', async () => {
      await open('geocode');
      await page.locator('[data-sort=confidence]').click();
      const confidences = (await page.locator('.rows td.confidence').allInnerTexts()).map(Number);
      expect(confidences.length).toBeGreaterThan(5);
      expect(confidences).toEqual([...confidences].sort((a, b) => a - b));
      await page.locator('.bar-line', { hasText: 'street' }).click();
      const streets = (await geocoded()).filter(({ geocode_level: level }) => level === 'street').length;
      expect(streets).toBeGreaterThan(10);
      await expect.poll(() => text('.shown')).toBe(`${streets} of 200 rows`);
      // One row alone: no other point is near.
      expect(page.url()).toContain('#level=street');
      await page.locator('.bar-line', { hasText: 'street' }).click();
      await page.fill('[type=search]', '257 han thuyen');
      await expect.poll(() => text('.shown')).toBe('1 of 200 rows');
      await page.locator('.rows tr[data-at="0"]').click();
      const opened = await text('.card h3');
      // The map has moved so that the row is in view; its mark is clicked.
      // The browser writes a message when a picture is read more than once: it is drawn by then.
      await page.evaluate('new Promise((then) => requestAnimationFrame(() => requestAnimationFrame(then)))');
      const place = (await page.evaluate<{ x: number; y: number } | null>(MARKED_PLACE))!;
      await page.locator('.card .close').click();
      // Without the card the map is higher, around the same middle.
      const box = (await page.locator('.map-stage').boundingBox())!;
      await page
        .locator('.map-stage')
        .click({ position: { x: box.width / 2 + place.x, y: box.height / 2 + place.y } });
      await expect.poll(() => text('.card h3')).toBe(opened);
      await finish('click');
    }, 60_000);

    it('shows as many rows as the results have, in the table and on the map, for every filter', async () => {
      const wards = (await readFile('fixtures/starter/wards.csv', 'utf8')).split('\n').slice(1, -1);
      const units = wards.map((line) => line.split(',')).filter((_, at) => at % 331 === 0);
      const row = fc.record({
        status: fc.constantFrom('ok', 'ok', 'ok', 'ambiguous', 'not_found', 'skipped', 'error'),
        reason: fc.constantFrom('no match', 'no "Lê Lợi" there', 'no "Hàm Nghi" there', 'too; long & odd'),
        level: fc.constantFrom('house', 'street', 'ward', 'province'),
        confidence: fc.oneof(
          fc.constant(''),
          fc.integer({ min: 0, max: 1000 }).map((value) => (value / 1000).toFixed(3)),
        ),
        verdict: fc.constantFrom('', 'accept', 'check', 'reject'),
        unit: fc.constantFrom(...units),
        hasPosition: fc.boolean(),
        text: fc.constantFrom('Lê Lợi', 'Hàm Nghi', 'Đinh Tiên Hoàng'),
      });
      const samples = fc.sample(fc.array(row, { minLength: 1, maxLength: 120 }), { seed: 11, numRuns: 2 });
      for (const rows of samples) {
        const cells = rows.map(
          ({ status, reason, level, confidence, verdict, unit, hasPosition, text: name }, at) => {
            const [code = '', , , , province = '', lat = '', lon = ''] = unit;
            const place = hasPosition ? [lat, lon] : ['', ''];
            const isOk = status === 'ok';
            return [
              ...[String(at), name, status, isOk ? '' : reason, ...place, name, isOk ? level : ''],
              ...[isOk ? confidence : '', code, province, isOk ? verdict : ''],
            ];
          },
        );
        await write('filters', {
          columns: ['id', 'address'],
          more: ['ward_code_new', 'province_code_new', 'verdict'],
          rows: cells,
        });
        await open('filters');
        const kindOf = (status: string, confidence: string) => {
          if (status !== 'ok') return 'not_ok';
          if (confidence === '') return 'ok';
          return Number(confidence) >= 0.9 ? 'high' : Number(confidence) >= 0.6 ? 'middle' : 'low';
        };
        /** The properties of each row, read from its cells alone. */
        const properties = cells.map(
          ([, name, status, reason, lat, , , level, confidence, ward, province, verdict]) => ({
            ...{ status, level, verdict, hasPosition: lat !== '', q: name },
            kind: kindOf(status!, confidence!),
            // A text of which the run lists no message is a reason of its own.
            reason: reason!,
            area: [ward, province],
            bin:
              status === 'ok' && confidence !== ''
                ? String(Math.min(19, Math.floor(Number(confidence) * 20 + 1e-9)))
                : '',
          }),
        );
        const single: [string, string][] = [
          ...['ok', 'ambiguous', 'not_found', 'skipped', 'error'].map(
            (value) => ['status', value] as [string, string],
          ),
          ...['ok', 'high', 'middle', 'low', 'not_ok'].map((value) => ['kind', value] as [string, string]),
          ...['house', 'street', 'ward', 'province'].map((value) => ['level', value] as [string, string]),
          ...['accept', 'check', 'reject'].map((value) => ['verdict', value] as [string, string]),
          ...['no match', 'no "Lê Lợi" there', 'too; long & odd'].map(
            (value) => ['reason', value] as [string, string],
          ),
          ...['0', '11', '12', '17', '18', '19'].map((value) => ['bin', value] as [string, string]),
          ...units.slice(0, 4).flatMap(
            ([code, , , , province]) =>
              [
                ['area', code],
                ['area', province],
              ] as [string, string][],
          ),
          ['q', 'le loi'],
        ];
        const pairs = fc.sample(fc.array(fc.constantFrom(...single), { minLength: 2, maxLength: 4 }), {
          seed: 3,
          numRuns: 15,
        });
        for (const filter of [[], ...single.map((one) => [one]), ...pairs]) {
          const wanted = new Map<string, string[]>();
          for (const [name, value] of filter) wanted.set(name, [...(wanted.get(name) ?? []), value]);
          const kept = properties.filter((one) =>
            [...wanted].every(([name, values]) => {
              if (name === 'q') return one.q === 'Lê Lợi';
              if (name === 'area') return one.area.some((code) => values.includes(code!));
              return values.includes(String(one[name as keyof typeof one]));
            }),
          );
          const hash = `#${new URLSearchParams(filter).toString()}`;
          const shown =
            kept.length === 0
              ? 'No row has all of these.'
              : `${kept.length} of ${cells.length} ${cells.length === 1 ? 'row' : 'rows'}`;
          await page.evaluate(`location.hash = ${JSON.stringify(hash)}`);
          await expect.poll(() => text('.shown'), { message: hash }).toBe(shown);
          // Without any position there is no map.
          if (!properties.some(({ hasPosition }) => hasPosition)) continue;
          const onMap = String(kept.filter(({ hasPosition }) => hasPosition).length);
          const points = page.locator('.map canvas').nth(1);
          await expect.poll(() => points.getAttribute('data-rows'), { message: hash }).toBe(onMap);
        }
        await page.evaluate(`location.hash = ''`);
        if (properties.some(({ hasPosition }) => hasPosition)) {
          const points = page.locator('.map canvas').nth(1);
          for (const mode of [1, 2]) {
            await page.locator('.segments button').nth(mode).click();
            await expect.poll(() => points.getAttribute('data-rows')).toBe(String(cells.length));
          }
        }
        expect(faults).toEqual([]);
        await page.close();
      }
    }, 240_000);

    it.each(['light', 'dark'] as const)(
      'is accessible with filters, areas and an open row, in %s',
      async (colorScheme) => {
        await open('geocode', { colorScheme, locale: 'vi' });
        for (const selector of ['.lead-part', 'button.bar-line'])
          await page.locator(selector).first().click();
        await page.locator('button.bin').last().click();
        await page.locator('.segments button').nth(2).click();
        await page.locator('.rows tr[data-at]').first().click();
        await page.locator('.card').waitFor();
        expect(await page.locator('.active-filters .chip').count()).toBeGreaterThan(1);
        // A screen reader hears the words of a figure apart: not 18090.0 %.
        expect(await page.locator('main').textContent()).not.toMatch(/\d{4,}[.,]\d %/);
        const ids = await page.evaluate<string[]>(
          '[...document.querySelectorAll("[id]")].map(({ id }) => id)',
        );
        expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
        await finish(`filtered-${colorScheme}`);
      },
      60_000,
    );

    it('keeps the filter in its address, also behind the link that skips the figures', async () => {
      await open('geocode');
      await page.locator('.lead-part').first().click();
      const { hash } = new URL(page.url());
      expect(hash).toBe('#use=right_ward');
      await page.locator('.skip').focus();
      await page.keyboard.press('Enter');
      expect(await page.evaluate('document.activeElement.id')).toBe('rows');
      expect(new URL(page.url()).hash).toBe(hash);
      await page.reload();
      const atWard = (await geocoded()).filter(
        ({ geocode_status: status, geocode_level: level }) =>
          status === 'ok' && level !== 'district' && level !== 'province',
      );
      // Those of low confidence are to be decided instead.
      const wanted = atWard.filter(({ geocode_confidence: confidence }) => +confidence! >= 0.6);
      expect(wanted.length).toBeGreaterThan(0);
      expect(wanted.length).toBeLessThan(atWard.length);
      await expect.poll(() => text('.shown')).toBe(`${wanted.length} of 200 rows`);
      const [download] = await Promise.all([page.waitForEvent('download'), page.locator('.save').click()]);
      const saved = parse<Record<string, string>>(await readFile(await download.path(), 'utf8'), {
        columns: true,
        bom: true,
      });
      expect(saved.map(({ id, match }) => [id, match])).toEqual(
        wanted.map(({ id, geocode_label: label }) => [id, label]),
      );
      await page.locator('.active-filters .link').click();
      await expect.poll(() => text('.shown')).toBe('200 of 200 rows');
      expect(new URL(page.url()).hash).toBe('');
      expect(faults.filter((fault) => !fault.startsWith('request to blob:'))).toEqual([]);
      await page.close();
    }, 60_000);

    it('begins with the figures of the run, and filters by each of them', async () => {
      await open('geocode');
      const { counts } = JSON.parse(
        await readFile(join(folder, 'geocode/manifest.json'), 'utf8'),
      ) as Manifest;
      const sentence = englishText(usesMessage(counts.rowsIn, counts.uses!['geocode']!)!);
      expect(await text('.lead')).toBe(`${sentence}.`);
      const figures = useFigures(counts.uses!['geocode']!);
      for (const [at, { rows }] of figures.entries()) {
        await page.locator('.lead-part').nth(at).click();
        await expect.poll(() => text('.shown')).toBe(`${rows} of 200 rows`);
        await page.locator('.lead-part').nth(at).click();
      }
      // Day, dataset, duration, command and files are in one line, and nowhere again.
      expect(await text('.run-line')).toMatch(
        /^geocode · 200 rows · \d+ \w+ \d{4}, \d\d:\d\d · dataset of .* · [\d.]+ (s|min.*) · geomill run geocode --input addresses.csv · addresses.csv/,
      );
      expect(await text('.stage')).not.toContain('100 %');
      expect(await page.locator('.run-line a').first().getAttribute('href')).toBe('./addresses.csv');
      await finish('figures');
    }, 60_000);

    it('marks no words that the run has not judged', async () => {
      await open('geocode');
      await page.locator('.rows tr[data-at]').first().click();
      await page.locator('.card').waitFor();
      expect(await page.locator('.card mark').count()).toBe(0);
      expect(await text('.card')).not.toContain('completed');
      await finish('no-marks');
    }, 60_000);

    it('shows a conversion: both sides, changed units, decree, shares, and its kinds of changes', async () => {
      const args = [
        'run',
        'convert',
        '--input',
        'fixtures/addresses.csv',
        '--output',
        join(folder, 'convert'),
      ];
      expect((await geomill([...args, '--quiet'])).exitCode).toBe(0);
      await open('convert');
      expect(await text('.rows thead')).toMatch(/As written.*Units of \d+ \w+ \d{4}.*Change/s);
      const table = (await page.locator('.rows').boundingBox())!;
      expect(table.width).toBeGreaterThan(1100);
      await expect
        .poll(() => page.locator('.rows tr[data-at="0"] mark').allInnerTexts())
        .toEqual(['Phường Nam Định', 'Tỉnh Ninh Bình']);
      await page.locator('.rows tr[data-at="0"]').click();
      await expect.poll(() => text('.card')).toContain('resolution 1674/NQ-UBTVQH15, item 114');
      expect(await page.locator('.card .sides section').count()).toBe(2);
      await page.locator('.change-filters button', { hasText: 'divided' }).click();
      await expect.poll(() => text('.shown')).toMatch(/^10 of 200/);
      await page.locator('.rows tr[data-at="1"]').click();
      await expect.poll(() => page.locator('.card meter').count()).toBeGreaterThan(1);
      await finish('convert');
    }, 60_000);

    it('names what the run warned of, in the language of the page, with its rows', async () => {
      const args = ['run', 'reverse', '--input', 'fixtures/bad/swapped-lat-lon.csv'];
      expect((await geomill([...args, '--output', join(folder, 'swapped'), '--quiet'])).exitCode).toBe(0);
      await open('swapped', { locale: 'vi' });
      expect(await text('.warnings')).toMatch(/^5 dòng: vĩ độ và kinh độ/);
      await page.locator('.warnings button').click();
      await expect.poll(() => text('.shown')).toBe('5 trên 5 dòng');
      expect(await text('.run-line')).not.toMatch(/\d{4}-\d\d-\d\d|dataset|rows/);
      await finish('warnings');
    }, 60_000);

    it('prints all rows that are chosen', async () => {
      await open('geocode');
      await page.evaluate('dispatchEvent(new Event("beforeprint"))');
      expect(await page.locator('.rows tr[data-at]').count()).toBe(200);
      expect(await page.locator('.rows tr[data-at]').last().innerText()).toContain('A200');
      await page.evaluate('dispatchEvent(new Event("afterprint"))');
      expect(await page.locator('.rows tr[data-at]').count()).toBeLessThan(60);
      expect(faults).toEqual([]);
      await page.close();
    }, 60_000);

    it('zooms by the wheel with a key alone, fits by 0, and opens the point in the middle by Enter', async () => {
      await open('geocode');
      const stage = page.locator('.map-stage');
      await stage.scrollIntoViewIfNeeded();
      const scale = () => text('.scale');
      const before = await scale();
      await stage.hover();
      await page.mouse.wheel(0, -240);
      await page.locator('.map-hint.is-shown').waitFor();
      expect(await scale()).toBe(before);
      await page.keyboard.down('Control');
      await page.mouse.wheel(0, -480);
      await page.keyboard.up('Control');
      await expect.poll(scale).not.toBe(before);
      await stage.focus();
      await page.keyboard.press('0');
      await expect.poll(scale).toBe(before);
      await page.fill('[type=search]', '257 han thuyen');
      await expect.poll(() => text('.shown')).toBe('1 of 200 rows');
      await stage.focus();
      await page.keyboard.press('Enter');
      await expect.poll(() => text('.card h3')).toBe('Row 1');
      await finish('map-keys');
    }, 60_000);

    it('prints the sheet of a driver, and nothing else', async () => {
      await open('route');
      await page.evaluate('window.print = () => undefined');
      await page.locator('.tour-table tbody button').nth(4).click();
      const stops = await page.locator('.sheet tbody tr:not(.back)').count();
      await page.locator('.sheet-place .buttons button').first().click();
      await page.waitForSelector('body.prints-sheets');
      await page.emulateMedia({ media: 'print' });
      expect(await page.locator('#page').isVisible()).toBe(false);
      expect(await page.locator('#sheets tbody tr:not(.back) .qr').count()).toBe(stops);
      const sheets = page.locator('#sheets .sheet');
      const pages = await sheets.count();
      expect(pages).toBeGreaterThan(1);
      for (let at = 0; at < pages; at += 1) {
        const head = await sheets.nth(at).locator('header').innerText();
        expect(head).toContain(`Trang ${at + 1}/${pages}`);
        expect(head).toContain(`Page ${at + 1} of ${pages}`);
        expect(head).toMatch(/Tuyến.*Xe/s);
        // A4 without its margins.
        expect((await sheets.nth(at).boundingBox())?.height).toBeLessThan((273 / 25.4) * 96);
        const rows = await sheets.nth(at).locator('tbody tr').count();
        expect(rows).toBeLessThanOrEqual(20);
        // The first page has the drawing, the last one what is left.
        if (at > 0 && at < pages - 1) expect(rows).toBe(20);
      }
      // 10 mm, less what the browser rounds.
      expect((await page.locator('#sheets .qr').first().boundingBox())!.width).toBeGreaterThan(37.7);
      if (SCREENSHOTS !== undefined) await page.pdf({ path: `${SCREENSHOTS}/sheet.pdf`, format: 'A4' });
      await page.evaluate('dispatchEvent(new Event("afterprint"))');
      expect(await page.locator('#sheets').count()).toBe(0);
      expect(await page.locator('#page').isVisible()).toBe(true);
      expect(faults).toEqual([]);
      await page.close();
    }, 60_000);

    it.each([
      ['light', '#fbe6b8'],
      ['dark', '#5b5436'],
    ] as const)(
      'draws the main roads of the dataset around the points, in %s',
      async (colorScheme, road) => {
        const input = join(folder, 'point.csv');
        await writeFile(input, 'id,lat,lon\n1,21.0550,105.8200\n');
        const args = ['run', 'reverse', '--input', input, '--output', join(folder, colorScheme), '--quiet'];
        expect((await geomill(args)).exitCode).toBe(0);
        await open(colorScheme, { colorScheme });
        await expect.poll(() => page.evaluate(groundPixels(road))).toBeGreaterThan(500);
        expect(await text('.map-source')).toContain('OpenStreetMap');
        await finish(`ground-${colorScheme}`);
      },
      60_000,
    );

    it('shows hostile cells as text', async () => {
      const hostile = [
        '<script>alert(1)</script><img src=x onerror=alert(2)>',
        '</script><script>alert(3)</script><!--',
        '\u001b[31mred\u001b[0m\u0007',
        '\u202eevil\u202c \u2067mirrored',
        '=cmd()|/c calc!A1',
        'javascript:alert(4)',
        `long ${'x'.repeat(1 << 20)}`,
        'two\nlines\tand a tab',
        '__proto__',
        '{"a":1}',
      ];
      await write('hostile', {
        columns: ['<b>id</b>', 'address'],
        job: '<script>alert(5)</script>',
        rows: hostile.map((cell) => [
          '1',
          cell,
          'error',
          cell,
          '21.03',
          '105.85',
          cell,
          cell.slice(0, 40),
          '0.5',
        ]),
        rejects: hostile.map((raw, at) => ({ row: at + 1, line: at + 2, reasons: [{ message: raw }], raw })),
      });
      expect((await stat(join(folder, 'hostile/report.html'))).size).toBeLessThan(400_000);
      await open('hostile');
      const cells = await page.locator('.rows td.text').allInnerTexts();
      expect(cells[0]).toContain(hostile[0]);
      expect(cells[1]).toContain(hostile[1]);
      expect(cells[2]).toContain('␛[31mred␛[0m␇');
      expect(cells[6]).toContain('(1048581 characters)');
      expect(await page.locator('main script, main img, section:not(.files) a').count()).toBe(0);
      expect(await text('main')).not.toContain('[object');
      await page.locator('.rows tr[data-at="3"]').click();
      await expect.poll(() => text('.card')).toContain('evil');
      // What turns the direction of writing stays within its own element, in the table too: a cell in each.
      expect(await page.locator('.rows tr[data-at="3"] td.text bdi').allInnerTexts()).toEqual([
        ...[hostile[3], '1', hostile[3]],
      ]);
      expect(await page.locator('.card bdi', { hasText: 'evil' }).count()).toBeGreaterThan(0);
      await finish('hostile');
    }, 60_000);

    it('shows 200,000 rows in 4.3 MB, searches, scrolls and sorts them; make bench measures the times', async () => {
      const admin = await openAdminDataset('fixtures/starter');
      const path = await write('many', {
        columns: ['id', 'address'],
        rows: geocodedRows({ admin, rows: MANY }),
      });
      expect((await stat(path)).size).toBeLessThan(4.3e6);
      await open('many');
      const readyMs = await page.evaluate('Number(document.documentElement.dataset.ready)');
      expect(await text('.shown')).toBe('200,000 of 200,000 rows');
      await page.fill('[type=search]', 'a');
      await expect.poll(() => text('.shown'), { timeout: 60_000 }).toMatch(/^[\d,]+ of/);
      const times = await page.evaluate(REPORT_TIMES);
      process.stdout.write(
        `report of 200,000 rows: points after ${readyMs as number} ms, ${JSON.stringify(times)}\n`,
      );
      for (const [name, ms] of Object.entries(times as Record<string, number>))
        expect(Number.isFinite(ms), name).toBe(true);
      await page.fill('[type=search]', '');
      for (const key of [...'199999', 'Enter']) await page.keyboard.press(key === 'Enter' ? 'Enter' : key);
      await finish('many');
    }, 300_000);

    it('shows a sample of more rows, and says so', async () => {
      const admin = await openAdminDataset('fixtures/starter');
      await write('sample', { columns: ['id', 'address'], rows: geocodedRows({ admin, rows: 5000 }) }, 1000);
      await open('sample');
      expect(await text('.note')).toContain('of 5,000 rows');
      expect(await text('.run-line')).toContain('5,000 rows');
      await finish('sample');
    }, 60_000);
  },
);

/** A script that returns how many pixels of the ground have a colour. */
const groundPixels = (color: string) => `(() => {
  const canvas = document.querySelector('.map canvas');
  // A copy: the browser writes a message when the canvas itself is read more than once.
  const copy = Object.assign(document.createElement('canvas'), { width: canvas.width, height: canvas.height });
  const context = copy.getContext('2d', { willReadFrequently: true });
  context.drawImage(canvas, 0, 0);
  const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
  let count = 0;
  for (let at = 0; at < data.length; at += 4)
    if (((data[at] << 16) | (data[at + 1] << 8) | data[at + 2]) === 0x${color.slice(1)}) count += 1;
  return count;
})()`;

/** The middle of the ring around the row that is open, on the map. Units: pixels from the middle of the map. */
const MARKED_PLACE = `(() => {
  const canvas = document.querySelectorAll('.map canvas')[1];
  const { data, width, height } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
  let [count, x, y] = [0, 0, 0];
  for (let at = 0; at < width * height; at += 1)
    if (data[4 * at] === 0x0b && data[4 * at + 1] === 0x5c && data[4 * at + 2] === 0xad) {
      count += 1;
      x += at % width;
      y += Math.floor(at / width);
    }
  return count === 0 ? null : { x: x / count - width / 2, y: y / count - height / 2 };
})()`;
