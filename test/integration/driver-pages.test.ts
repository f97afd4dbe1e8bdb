import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium, type Browser, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BROWSER } from '../support/browser.ts';
import { geomill } from './cli-harness.ts';

const PHONE = { width: 390, height: 844 };
/** Where to keep pictures of the pages, for a person to look at: GEOMILL_SCREENSHOTS=folder. */
const SCREENSHOTS = process.env['GEOMILL_SCREENSHOTS'];
const INPUT = `van,name,address,lat,lon,parcels,phone,note,open_until
a,<b>Cửa hàng Một</b>,1 Lê Lợi,21.01,105.80,2,0901 000 001,gọi trước,11:30
a,Hai,2 Lê Lợi,21.02,105.80,1,,,
a,Ba,3 Lê Lợi,21.03,105.80,1,+84901000003,,
`;

let folder: string;
let pages: string;
let links: string[];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'geomill-drivers-'));
  const input = join(folder, 'in.csv');
  await writeFile(input, INPUT);
  const sets = ['batch={van}', 'start=21,105.8', 'end=21.04,105.8', 'costing=motorbike'].flatMap((set) => [
    '--set',
    `route.${set}`,
  ]);
  const run = await geomill([
    'run',
    'route',
    '--input',
    input,
    '--output',
    join(folder, 'out'),
    ...sets,
    '--no-report',
  ]);
  expect([run.exitCode, run.stderr]).toEqual([0, expect.anything()]);
  pages = join(folder, 'pages');
  const written = await geomill([
    'route',
    'pages',
    join(folder, 'out'),
    '--to',
    pages,
    '--url',
    'https://example.com/t',
  ]);
  expect([written.exitCode, written.stderr]).toEqual([0, '']);
  links = written.stdout.trim().split('\n');
});
afterAll(() => rm(folder, { recursive: true }));

describe('the pages of a run', () => {
  it('have a link for each driver that cannot be guessed, and one for the dispatcher', async () => {
    expect(links).toEqual([
      expect.stringMatching(/^a \/ 1 {2}https:\/\/example\.com\/t\/tour-1-[0-9a-f]{20}\.html$/),
      'dispatcher  https://example.com/t/dispatcher.html',
    ]);
    const page = links[0]!.split('/').at(-1)!;
    expect((await readdir(pages)).sort()).toEqual(['dispatcher.html', 'offline.js', page]);
    const html = await readFile(join(pages, page), 'utf8');
    expect(html).not.toContain('<b>Cửa');
    expect(html).toContain("default-src 'none'");
  });
});

if (BROWSER.missing !== undefined && process.env['CI'] === 'true') throw new Error(BROWSER.missing);

describe.skipIf(BROWSER.missing)(
  `The page of a driver${BROWSER.missing ? `: ${BROWSER.missing}` : ''}`,
  () => {
    let browser: Browser;
    beforeAll(async () => {
      browser = await chromium.launch({ executablePath: BROWSER.program!, args: ['--no-sandbox'] });
    });
    afterAll(() => browser.close());
    const driverPage = () => join(pages, links[0]!.split('/').at(-1)!);
    const picture = async (page: Page, name: string) => {
      if (SCREENSHOTS !== undefined) await page.screenshot({ path: join(SCREENSHOTS, name), fullPage: true });
    };
    async function saved(page: Page): Promise<string> {
      const [download] = await Promise.all([page.waitForEvent('download'), page.locator('.save').click()]);
      return readFile(await download.path(), 'utf8');
    }

    it('at 390 px and without a network keeps what was done, and saves a file that route again reads', async () => {
      const context = await browser.newContext({
        viewport: PHONE,
        locale: 'vi',
        timezoneId: 'Asia/Ho_Chi_Minh',
      });
      await context.setOffline(true);
      const page = await context.newPage();
      const faults: string[] = [];
      page.on('console', (message) => faults.push(message.text()));
      page.on('pageerror', (error) => faults.push(error.message));
      page.on('dialog', (dialog) => void dialog.accept('khách, "vắng"'));
      await page.goto(pathToFileURL(driverPage()).href);
      const cards = page.locator('li[data-row]');
      expect(await Promise.all((await cards.all()).map((card) => card.getAttribute('data-row')))).toEqual([
        '1',
        '2',
        '3',
      ]);
      expect(await cards.first().innerText()).toMatch(/^08:\d\d 1\. <b>Cửa hàng Một<\/b> · 1 Lê Lợi/);
      expect(await cards.first().innerText()).toContain('gọi trước');
      expect(await cards.first().locator('.call').getAttribute('href')).toBe('tel:0901000001');
      expect(await cards.nth(1).locator('.call').count()).toBe(0);
      expect(await page.locator('.estimate').innerText()).toContain('Ước tính theo đường chim bay');
      expect(await cards.first().locator('.navigate').getAttribute('href')).toBe(
        'https://www.google.com/maps/dir/?api=1&destination=21.010000%2C105.800000&travelmode=two-wheeler',
      );
      await picture(page, 'driver-open.png');
      await cards.nth(0).locator('.yes').click();
      await cards.nth(1).locator('.no').click();
      await cards.nth(2).locator('.yes').click();
      await cards.nth(2).getByRole('button').click();
      await page.reload();
      await picture(page, 'driver-done.png');
      expect(await page.locator('.progress').innerText()).toContain(
        '1 đã giao, 1 không giao được, 1 còn lại',
      );
      const sizes = await page.evaluate(`({
        wide: document.documentElement.scrollWidth,
        small: [...document.querySelectorAll('button, .buttons a')].filter((each) => each.getBoundingClientRect().height < 44).length,
      })`);
      expect(sizes).toEqual({ wide: PHONE.width, small: 0 });
      const text = await saved(page);
      expect(text.replace(/\d\d:\d\d/g, 'hh:mm')).toBe(
        'row,served,time,note\r\n1,yes,hh:mm,\r\n2,no,hh:mm,"khách, ""vắng"""\r\n',
      );
      expect(faults).toEqual([]);
      await context.close();

      const done = join(folder, 'driver.csv');
      await writeFile(done, text.replace(/\d\d:\d\d/g, '08:10'));
      const office = await browser.newPage({ viewport: PHONE, locale: 'vi' });
      await office.goto(pathToFileURL(join(pages, 'dispatcher.html')).href);
      await office.locator('input[type=file]').setInputFiles(done);
      await office.getByText('1 đã giao, 1 không giao được, 1 còn lại').first().waitFor();
      await picture(office, 'dispatcher.png');
      const all = join(folder, 'all.csv');
      await writeFile(all, await saved(office));
      const again = await geomill([
        'route',
        'again',
        join(folder, 'out'),
        '--at',
        '08:15',
        '--done',
        all,
        '--no-report',
      ]);
      expect([again.exitCode, again.stderr]).toEqual([0, expect.stringContaining('2 rows done, 0 new rows')]);
      await office.close();
    });

    it('says where the browser keeps nothing', async () => {
      const page = await browser.newPage({ viewport: PHONE, locale: 'vi' });
      await page.addInitScript("Storage.prototype.setItem = () => { throw new Error('no room'); }");
      await page.goto(pathToFileURL(driverPage()).href);
      expect(await page.getByRole('alert').count()).toBe(0);
      await page.locator('li[data-row] .yes').first().click();
      expect(await page.getByRole('alert').innerText()).toContain('save the file before you close the page');
      await page.close();
    });

    it('that a server has sent once opens without a network', async () => {
      const server = createServer((request, response) => {
        const name = request.url!.slice(1);
        void readFile(join(pages, name)).then(
          (bytes) =>
            response
              .setHeader('content-type', name.endsWith('.js') ? 'text/javascript' : 'text/html')
              .end(bytes),
          () => response.writeHead(404).end(),
        );
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const context = await browser.newContext({ viewport: PHONE });
      try {
        const page = await context.newPage();
        const { port } = server.address() as AddressInfo;
        await page.goto(`http://127.0.0.1:${port}/${links[0]!.split('/').at(-1)!}`);
        await page.locator('html[data-kept]').waitFor({ state: 'attached' });
        await context.setOffline(true);
        await page.reload();
        expect(await page.locator('li[data-row]').count()).toBe(3);
      } finally {
        await context.close();
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
      }
    });
  },
);
