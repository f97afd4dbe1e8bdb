// A review in the browser, with the keyboard alone: the same decisions as in a file, to the byte.
import { createRequire } from 'node:module';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import { chromium, type Browser, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BROWSER } from '../support/browser.ts';
import { geomill, startServing } from './cli-harness.ts';

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
/** Where to keep pictures of the page, for a person to look at: GEOMILL_SCREENSHOTS=folder. */
const SCREENSHOTS = process.env['GEOMILL_SCREENSHOTS'];
const TEXTS = 200;
const STREETS = ['Lê Lợi', 'Trần Phú', 'Nguyễn Huệ', 'Hai Bà Trưng', 'Quang Trung'];
/** Texts that are in many provinces; the first ones are in several rows. */
const INPUT = Array.from({ length: TEXTS }, (_, at) =>
  `"${at + 1} ${STREETS[at % 5]}"\n`.repeat(Math.max(1, 12 - at)),
).join('');
/** Texts whose ward of today nothing says: a divided ward, a district, a street that several wards share. */
const UNITS = [
  'Tổ 1, phường Điện Biên, quận Ba Đình, Hà Nội',
  '1 Nhà Thương, Q.Lê Chân, Hải Phòng',
  '135 Pasteur, Quận 1, TP HCM',
  'Tổ 9, phường Điện Biên, quận Ba Đình, Hà Nội',
  'Tổ 4, phường Điện Biên, quận Ba Đình, Hà Nội',
];
/** Texts of the page whose states are looked at one by one. */
const FEW = 12;
const ROWS = INPUT.split('\n').length - 1;

let folder: string;
const path = (name: string) => join(folder, name);
const run = () => path('run');
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'geomill-review-'));
  const runOver = async (name: string, rows: string, job = 'geocode') => {
    await writeFile(path(`${name}.csv`), `address\n${rows}`);
    const output = name === 'in' ? run() : path(name);
    const input = ['--input', path(`${name}.csv`), '--output', output];
    const done = await geomill(['run', job, '--yes', ...input]);
    expect([done.exitCode, done.stderr]).toEqual([0, expect.anything()]);
  };
  await runOver('in', INPUT);
  await runOver('few', INPUT.split('\n').slice(0, -1).slice(-FEW).join('\n'));
  await runOver('units', UNITS.map((text) => `"${text}"\n`).join(''), 'convert');
  await writeFile(
    path('tours.yaml'),
    "name: tours\nstages: [{ geocode: { text: '{address}' } }, { route: { batch: '{car}', start: '21.0285,105.8542' } }]\noutputs: [csv]\n",
  );
  await writeFile(
    path('stops.csv'),
    'car,address,open_from,open_until\n1,"86 Bát Đàn, Hoàn Kiếm, Hà Nội",08:00,17:00\n2,"Phường Bưởi, Quận Tây Hồ, Hà Nội",09:00,10:00\n',
  );
  const tours = ['--input', path('stops.csv'), '--output', path('tours')];
  expect(await geomill(['run', path('tours.yaml'), '--yes', ...tours])).toMatchObject({ exitCode: 0 });
  await runOver('one', '"7 Phố Hàng Không Có, Phường Hoàn Kiếm, Hà Nội"\n');
}, 120_000);
afterAll(() => rm(folder, { recursive: true }));

/** Opens a review whose results go to a folder. */
const open = (output: string, ...more: string[]) =>
  startServing(['review', run(), '--open', '--output', path(output), ...more], /(http:\S+)/);

/** What a person decides about a text: by its number, so that each door can do the same. */
const wayOf = (number: number) =>
  (['none', 'place', 'second', 'later', 'undone'] as const)[number % 10] ?? 'first';
const PLACE = { lat: '10.7725', lon: '106.698' };

/** Expects the decisions of a review, and the rows of its results, to be those of another one. */
async function expectSame(one: string, other: string, results = ['in.csv', 'in.geojson']): Promise<void> {
  for (const name of ['aliases.csv', ...results, 'rejects.ndjson'])
    expect(await readFile(path(`${one}/${name}`)), name).toEqual(await readFile(path(`${other}/${name}`)));
}

describe('the server of a review', () => {
  it('answers its own page alone: once by its token, then by its cookie, origin and host', async () => {
    const serving = open('refused');
    const { origin, host, search } = new URL(await serving.said);
    const send = (
      method: string,
      target: string,
      headers: Record<string, string>,
      body = '',
    ): Promise<{ status: number; text: string; headers: Record<string, unknown> }> =>
      new Promise((resolve, reject) => {
        const sent = request(`${origin}${target}`, { method, headers, agent: false }, (response) => {
          let text = '';
          response.on('data', (bytes: Buffer) => (text += bytes.toString()));
          response.on('end', () =>
            resolve({ status: response.statusCode!, text, headers: response.headers }),
          );
        });
        sent.on('error', reject).end(body);
      });
    expect(origin).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    const statusOf = async (...sent: Parameters<typeof send>) => (await send(...sent)).status;
    // Nothing has the page before its token, and nothing has the token twice.
    expect(await statusOf('GET', '/', {})).toBe(403);
    expect(await statusOf('GET', '/?token=x', {})).toBe(403);
    expect(await statusOf('GET', `/${search}`, { host: 'localhost:1' })).toBe(403);
    const first = await send('GET', `/${search}`, {});
    const [kept = ''] = first.headers['set-cookie'] as string[];
    expect([first.status, first.headers['location'], kept]).toEqual([
      303,
      '/',
      expect.stringMatching(/^geomill_review_\d+=[\w-]{32}; HttpOnly; SameSite=Strict; Path=\/$/),
    ]);
    expect(await statusOf('GET', `/${search}`, {})).toBe(403);
    const cookie = kept.split(';')[0]!;
    expect(await statusOf('GET', `/${search}`, { cookie })).toBe(303);
    const page = await send('GET', '/', { cookie });
    expect([page.status, page.headers['content-security-policy'], page.headers['cache-control']]).toEqual([
      ...[200, "frame-ancestors 'none'", 'no-store'],
    ]);
    expect(page.text).toContain("connect-src 'self'");
    const json = { cookie, origin, 'content-type': 'application/json' };
    expect(await send('POST', '/kept', json, '{}')).toMatchObject({ status: 200, text: '{"lines":[]}' });
    const { cookie: _, ...strange } = json;
    for (const [headers, status] of [
      [{ ...json, host: `evil.example:${host.split(':')[1]}` }, 403],
      [{ ...json, origin: 'http://evil.example' }, 403],
      [{ ...json, origin: 'null' }, 403],
      [{ cookie, 'content-type': 'application/json' }, 403],
      [{ ...json, cookie: `${cookie.slice(0, -1)}${cookie.endsWith('A') ? 'B' : 'A'}` }, 403],
      [strange, 403],
      [{ ...json, 'content-type': 'text/plain' }, 415],
    ] as const)
      expect(await statusOf('POST', '/finish', headers, '{}'), JSON.stringify(headers)).toBe(status);
    expect(await statusOf('POST', '/decide', json, `{"cells":"${'x'.repeat(70_000)}"}`)).toBe(413);
    expect(await statusOf('POST', '/decide', json, '[1]')).toBe(400);
    expect(await statusOf('POST', '/constructor', json, '{}')).toBe(404);
    expect(await statusOf('GET', '/decide', { cookie })).toBe(405);
    const { exitCode, stdout } = await serving.end();
    expect([exitCode, stdout]).toEqual([0, expect.stringContaining('nothing was decided')]);
  }, 60_000);

  it('--open is refused where its results are there already, before somebody has decided anything', async () => {
    expect(await geomill(['review', run(), '--open', '--output', run()])).toMatchObject({ exitCode: 73 });
    expect(await geomill(['review', run(), '--open', '--to', 'x.csv'])).toMatchObject({ exitCode: 64 });
  }, 60_000);
});

if (BROWSER.missing !== undefined && process.env['CI'] === 'true') throw new Error(BROWSER.missing);

describe.skipIf(BROWSER.missing)(
  `The page of a review${BROWSER.missing ? `: ${BROWSER.missing}` : ''}`,
  () => {
    let browser: Browser;
    beforeAll(async () => {
      browser = await chromium.launch({ executablePath: BROWSER.program!, args: ['--no-sandbox'] });
    });
    afterAll(() => browser.close());

    /** Opens a page that may ask its own server alone, and says nothing in the console. */
    async function visit(url: string, options: Parameters<Browser['newPage']>[0] = {}) {
      const page = await browser.newPage({
        viewport: { width: 1440, height: 900 },
        locale: 'en',
        ...options,
      });
      const faults: string[] = [];
      page.on('console', (message) => faults.push(message.text()));
      page.on('pageerror', (error) => faults.push(error.message));
      page.on('request', (sent) => {
        if (new URL(sent.url()).origin !== new URL(url).origin) faults.push(sent.url());
      });
      await page.goto(url);
      await page.locator('html[data-ready]').waitFor({ state: 'attached' });
      return { page, faults };
    }
    const shown = (page: Page) => page.locator('#text').innerText();
    const isShown = (page: Page, number: number) =>
      expect.poll(() => shown(page), { timeout: 20_000, interval: 10 }).toMatch(new RegExp(`^${number} `));

    /** Decides all texts with keys. */
    async function decideAll(page: Page): Promise<void> {
      const { keyboard } = page;
      for (let number = 1; number <= TEXTS; number += 1) {
        await isShown(page, number);
        const way = wayOf(number);
        if (way === 'place') {
          await keyboard.press('p');
          await page.locator('.place-form input:focus').waitFor();
          await keyboard.type(`${PLACE.lat}, ${PLACE.lon}`);
          await keyboard.press('Enter');
          // The focus is not lost with the form.
          await page.locator('#text:focus').waitFor();
        } else if (way === 'undone') {
          await keyboard.press('2');
          await isShown(page, number + 1);
          await keyboard.press('u');
          await isShown(page, number);
          await keyboard.press('1');
        } else await keyboard.press({ none: 'n', second: '2', later: 's', first: '1' }[way]);
      }
      for (let number = 1; number <= TEXTS; number += 1)
        if (wayOf(number) === 'later') {
          await isShown(page, number);
          await keyboard.press('1');
        }
      await expect.poll(() => shown(page)).toBe('Every text is decided.');
      expect(await page.locator('#progress').innerText()).toBe(`200 of 200, +${ROWS} rows`);
    }
    /** Presses Tab until the last button of the text has the focus. */
    async function pressFinish(page: Page): Promise<void> {
      await page.locator('#text').focus();
      for (
        const isThere = 'document.activeElement.closest(".finish") !== null';
        !(await page.evaluate(isThere));
      )
        await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
    }
    async function expectAccessible(page: Page): Promise<void> {
      await page.evaluate(await readFile(AXE, 'utf8'));
      expect(
        await page.evaluate(
          'axe.run().then((run) => run.violations.map(({ id, nodes }) => [id, nodes[0].html]))',
        ),
      ).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
    }

    it('decides 200 doubtful texts by keys, as a file from the page and one for Excel do', async () => {
      const serving = open('by-server');
      const { page, faults } = await visit(await serving.said);
      await decideAll(page);
      await pressFinish(page);
      await page.locator('.finish [role=status]:not(:empty)').waitFor();
      const ended = await serving.ended;
      expect([ended.exitCode, ended.stderr]).toEqual([0, expect.anything()]);
      expect(faults).toEqual([]);
      await page.close();

      // The page as a file, and the file that it saves.
      expect(await geomill(['review', run(), '--to', path('review.html')])).toMatchObject({ exitCode: 0 });
      const other = await visit(pathToFileURL(path('review.html')).href);
      await decideAll(other.page);
      const [download] = await Promise.all([other.page.waitForEvent('download'), pressFinish(other.page)]);
      await download.saveAs(path('decisions.csv'));
      // They are still there when the page is opened again.
      await other.page.reload();
      await expect.poll(() => other.page.locator('#progress').innerText()).toBe(`200 of 200, +${ROWS} rows`);
      expect(other.faults).toEqual([]);
      await other.page.close();
      const apply = (name: string, output: string) =>
        geomill(['review', run(), '--apply', path(name), '--output', path(output)]);
      expect(await apply('decisions.csv', 'by-file')).toMatchObject({ exitCode: 0 });

      // The file for Excel, in which a person writes the same, in the same order.
      expect(await geomill(['review', run(), '--to', path('review.csv')])).toMatchObject({ exitCode: 0 });
      const lines: Record<string, string>[] = parse(await readFile(path('review.csv')), {
        bom: true,
        columns: true,
      });
      const filled = lines.map((line) => {
        const way = wayOf(Number(/^\d+/.exec(line['text']!)![0]));
        const choice = { none: 'none', second: '2' }[way as string] ?? '1';
        return way === 'place' ? { ...line, ...PLACE } : { ...line, choice };
      });
      const isLate = ({ text }: Record<string, string>) => wayOf(Number(/^\d+/.exec(text!)![0])) === 'later';
      const ordered = [...filled.filter((line) => !isLate(line)), ...filled.filter(isLate)];
      await writeFile(path('filled.csv'), stringify(ordered, { header: true }));
      expect(await apply('filled.csv', 'by-excel')).toMatchObject({ exitCode: 0 });
      await expectSame('by-server', 'by-excel');
      await expectSame('by-file', 'by-excel');
      const aliases = await readFile(path('by-server/aliases.csv'), 'utf8');
      expect(aliases.match(/,,,none$/gm)).toHaveLength(20);
    }, 300_000);

    it('decides the wards of converted rows by keys, as a file does', async () => {
      const units = ['review', path('units'), '--open', '--output', path('units-page')];
      const serving = startServing(units, /(http:\S+)/);
      const { page, faults } = await visit(await serving.said);
      const { keyboard } = page;
      const starts = (text: string) => expect.poll(() => shown(page)).toContain(text);
      await starts('Tổ 1');
      expect(await page.locator('.choices button').allInnerTexts()).toEqual([
        expect.stringMatching(/Phường Ba Đình.*79 %/s),
        ...Array.from({ length: 3 }, () => expect.stringContaining('7 %') as string),
      ]);
      expect(await page.locator('.place-form select').count()).toBe(0);
      await expectAccessible(page);
      await keyboard.press('2');
      await starts('Nhà Thương');
      // A position in none of the wards decides nothing; one in Phường An Biên is this ward.
      for (const position of ['10.7725, 106.698', '20.832, 106.675']) {
        await keyboard.press('p');
        await page.locator('.place-form input:focus').waitFor();
        await page.locator('.place-form input').fill(position);
        await keyboard.press('Enter');
        if (position.startsWith('10')) {
          await expect.poll(() => page.locator('.asked').innerText()).toMatch(/in none of the units/);
          await expectAccessible(page);
          await keyboard.press('Escape');
        }
      }
      await starts('Pasteur');
      await keyboard.press('n');
      await starts('Tổ 9');
      await keyboard.press('s');
      await starts('Tổ 4');
      await keyboard.press('3');
      await starts('Tổ 9');
      await keyboard.press('u');
      await starts('Tổ 4');
      await keyboard.press('1');
      await starts('Tổ 9');
      await keyboard.press('1');
      await starts('Every text is decided.');
      await pressFinish(page);
      expect([(await serving.ended).exitCode, faults]).toEqual([0, []]);
      await page.close();
      expect(await geomill(['review', path('units'), '--to', path('units-review.csv')])).toMatchObject({
        exitCode: 0,
      });
      const lines: Record<string, string>[] = parse(await readFile(path('units-review.csv')), {
        bom: true,
        columns: true,
      });
      const [one, two, three, four, five] = lines;
      const filled = [
        { ...one, choice: '2' },
        { ...two, lat: '20.832', lon: '106.675' },
        { ...three, choice: 'none' },
        { ...five, choice: '1' },
        { ...four, choice: '1' },
      ];
      await writeFile(path('units-filled.csv'), stringify(filled, { header: true }));
      const apply = ['--apply', path('units-filled.csv'), '--output', path('units-file')];
      expect(await geomill(['review', path('units'), ...apply])).toMatchObject({ exitCode: 0 });
      await expectSame('units-page', 'units-file', ['units.csv']);
      const results: Record<string, string>[] = parse(await readFile(path('units-page/units.csv')), {
        bom: true,
        columns: true,
      });
      const columns = ['status', 'to_ward', 'basis', 'confidence', 'verdict'];
      expect(results.map((row) => columns.map((name) => row[`convert_${name}`]).join(' '))).toEqual([
        'ok Phường Hoàn Kiếm person 1 accept',
        'ok Phường An Biên person 1 accept',
        'not_found    ',
        'ok Phường Ba Đình person 1 accept',
        'ok Phường Ba Đình person 1 accept',
      ]);
    }, 120_000);

    it('gives a stop that is in no tour its position, and says what plans it', async () => {
      const serving = startServing(['review', path('tours'), '--open'], /(http:\S+)/);
      const { page, faults } = await visit(await serving.said);
      await expect.poll(() => shown(page)).toContain('Phường Bưởi');
      expect(await page.locator('.queue').innerText()).toContain('2 · 09:00 – 10:00');
      expect(await page.locator('.why').innerText()).toContain('not in any tour');
      await page.keyboard.press('p');
      await page.locator('.place-form input:focus').waitFor();
      await page.keyboard.type('21.055, 105.811');
      await page.keyboard.press('Enter');
      await expect.poll(() => shown(page)).toBe('Every text is decided.');
      await pressFinish(page);
      await page.locator('.finish code').waitFor();
      await expectAccessible(page);
      const command = await page.locator('.finish code').innerText();
      const { exitCode, stdout } = await serving.ended;
      expect([exitCode, stdout.trim().split('\n').at(-1), faults]).toEqual([0, command, []]);
      await page.close();
      // The same decision by a file says the same.
      const before = await readFile(path('tours-reviewed/aliases.csv'));
      await rm(path('tours-reviewed'), { recursive: true });
      const columns = 'row,text,choice,lat,lon\n';
      await writeFile(path('stop.csv'), `${columns}2,"Phường Bưởi, Quận Tây Hồ, Hà Nội",,21.055,105.811\n`);
      const applied = await geomill(['review', path('tours'), '--apply', path('stop.csv')]);
      expect([applied.exitCode, applied.stdout.trim().split('\n').at(-1)]).toEqual([0, command]);
      expect(await readFile(path('tours-reviewed/aliases.csv'))).toEqual(before);
      expect(await geomill([...command.split(' ').slice(1), '--yes'])).toMatchObject({ exitCode: 0 });
      expect((await readFile(path('tours-reviewed/stops.left.csv'), 'utf8')).trim().split('\n')).toHaveLength(
        1,
      );
    }, 120_000);

    it('two people finish into one folder: the results have the decisions of both', async () => {
      const twice = () =>
        startServing(['review', path('few'), '--open', '--output', path('both')], /(http:\S+)/);
      const [one, other] = [twice(), twice()];
      const [first, second] = await Promise.all([visit(await one.said), visit(await other.said)]);
      await first.page.keyboard.press('1');
      await isShown(first.page, TEXTS - FEW + 2);
      await pressFinish(first.page);
      expect((await one.ended).exitCode).toBe(0);
      await second.page.keyboard.press('s');
      await second.page.keyboard.press('1');
      await isShown(second.page, TEXTS - FEW + 3);
      await pressFinish(second.page);
      expect((await other.ended).exitCode).toBe(0);
      const results: Record<string, string>[] = parse(await readFile(path('both/few.csv')), {
        bom: true,
        columns: true,
      });
      const decided = results.filter((row) => row['geocode_place_id'] === 'manual');
      expect(decided.map(({ address }) => /^\d+/.exec(address!)![0])).toEqual(
        [1, 2].map((nth) => String(TEXTS - FEW + nth)),
      );
      await Promise.all([first.page.close(), second.page.close()]);
    }, 120_000);

    it('says where two people meet: what was there stays, until the second one replaces it', async () => {
      const [one, other] = [open('together'), open('together')];
      const [first, second] = await Promise.all([visit(await one.said), visit(await other.said)]);
      const asked = second.page.locator('.asked');
      for (const number of [1, 2, 3]) {
        await isShown(first.page, number);
        await first.page.keyboard.press('1');
      }
      await isShown(first.page, 4);
      // The same decision is no contradiction.
      await second.page.keyboard.press('1');
      await isShown(second.page, 2);
      await second.page.keyboard.press('2');
      await expect.poll(() => asked.innerText()).toMatch(/"2 Trần Phú" was decided already/);
      await expectAccessible(second.page);
      await asked.getByText('Leave it').click();
      await isShown(second.page, 3);
      await second.page.getByText('Tiếng Việt').click();
      await second.page.keyboard.press('n');
      await expect
        .poll(() => asked.innerText())
        .toMatch(/dòng 4: "3 Nguyễn Huệ" đã được quyết định, .* và không phải địa chỉ/);
      await asked.locator('button').last().click();
      await isShown(second.page, 4);
      await second.page.getByText('English').click();
      expect(await second.page.locator('.queue .state').allInnerTexts()).toEqual([
        'candidate 1',
        'decided otherwise',
        'No address',
        ...Array.from({ length: TEXTS - 3 }, () => ''),
      ]);
      // What somebody else decided is not taken back with one's own.
      for (const back of [3, 1]) {
        await second.page.keyboard.press('u');
        await isShown(second.page, back);
      }
      const known = async () =>
        Array.from(
          (await readFile(path('together/aliases.csv'), 'utf8')).matchAll(/^(\d+) /gm),
          ([, number]) => number,
        );
      expect(await known()).toEqual(['1', '2']);
      // A page that is loaded again has its decisions, and a stopped review goes on with the others.
      await first.page.reload();
      await expect.poll(() => first.page.locator('#progress').innerText()).toBe(`3 of 200, +33 rows`);
      expect((await one.end()).stdout).toContain('--open goes on');
      await other.end();
      await second.page.keyboard.press('1');
      await expect.poll(() => asked.innerText()).toMatch(/does not run any more/);
      const again = open('together');
      const { page } = await visit(await again.said);
      await isShown(page, 3);
      expect(await page.locator('.page-header').innerText()).toContain('2 more texts are decided already.');
      await again.end();
    }, 120_000);

    it.each([
      { width: 1440, height: 900, locale: 'en', colorScheme: 'light' },
      { width: 768, height: 1024, locale: 'vi', colorScheme: 'dark' },
      { width: 320, height: 640, locale: 'en', colorScheme: 'dark' },
      { width: 320, height: 640, locale: 'vi', colorScheme: 'light' },
    ] as const)(
      'has no fault of accessibility in any state, and fits $width px in $locale, $colorScheme',
      async ({ width, height, ...look }) => {
        const to = path('states.html');
        await geomill(['review', path('few'), '--to', to]);
        const { page, faults } = await visit(pathToFileURL(to).href, {
          viewport: { width, height },
          ...look,
        });
        const state = async (name: string) => {
          await expectAccessible(page);
          const file = `review-${name}-${width}-${look.locale}-${look.colorScheme}.png`;
          if (SCREENSHOTS !== undefined)
            await page.screenshot({ path: join(SCREENSHOTS, file), fullPage: width < 1000 });
        };
        await state('start');
        await page.keyboard.press('?');
        await page.locator('dialog[open]').waitFor();
        await state('keys');
        await page.keyboard.press('Escape');
        await page.locator('dialog[open]').waitFor({ state: 'detached' });
        // A pin by keys: the map moves under it.
        await page.keyboard.press('m');
        await page.locator('.map-stage:focus').waitFor();
        await page.keyboard.press('ArrowRight');
        await page.keyboard.press('Enter');
        const input = page.locator('.place-form input');
        await expect.poll(() => input.inputValue()).toMatch(/^\d+\.\d+, 1\d\d\.\d+$/);
        await state('pin');
        // Dragged by a mouse or a finger.
        const before = await input.inputValue();
        await page.locator('.map').scrollIntoViewIfNeeded();
        const box = (await page.locator('.map-stage').boundingBox())!;
        const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
        await page.mouse.move(x, y);
        await page.mouse.down();
        await page.mouse.move(x - 40, y + 10, { steps: 3 });
        await page.mouse.up();
        expect(await input.inputValue()).not.toBe(before);
        // Text that is no position.
        await input.fill('somewhere');
        await page.keyboard.press('Enter');
        await page.locator('.place-form .fault:not(:empty)').waitFor();
        await state('no-position');
        await page.keyboard.press('Escape');
        await page.keyboard.press('1');
        await page.keyboard.press('n');
        await page.keyboard.press('s');
        await isShown(page, TEXTS - FEW + 4);
        await page.keyboard.press('k');
        await page.keyboard.press('k');
        await isShown(page, TEXTS - FEW + 2);
        await state('decided');
        await page.locator('.language').click();
        expect(await page.locator('html').getAttribute('lang')).not.toBe(look.locale);
        await expectAccessible(page);
        expect(faults).toEqual([]);
        await page.close();
      },
      120_000,
    );

    it('asks about a position outside of the province that the text names, with a server and without', async () => {
      const serving = startServing(['review', path('one'), '--open', '--below', '1'], /(http:\S+)/);
      await geomill(['review', path('one'), '--below', '1', '--to', path('one.html')]);
      for (const url of [await serving.said, pathToFileURL(path('one.html')).href]) {
        const { page } = await visit(url);
        await page.locator('.place-form input').fill(`${PLACE.lat}, ${PLACE.lon}`);
        await page.keyboard.press('Enter');
        await expect.poll(() => page.locator('.asked').innerText()).toMatch(/Hà Nội/);
        await expectAccessible(page);
        await page.keyboard.press('Escape');
        await page.keyboard.press('y');
        await expect.poll(() => shown(page)).toBe('Every text is decided.');
        await expectAccessible(page);
        await page.close();
      }
      await serving.end();
      expect(await readFile(path('one-reviewed/aliases.csv'), 'utf8')).toContain(
        `,${PLACE.lat},${PLACE.lon},`,
      );
    }, 60_000);
  },
);
