import { createRequire } from 'node:module';
import { mkdir, readFile } from 'node:fs/promises';
import { chromium, type Browser, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openLocal } from '../../src/runtime/open-local.ts';
import { createServer } from '../../src/server/create-server.ts';
import { startServer, type RunningServer } from '../conformance/interface/start-server.ts';
import { BROWSER } from '../support/browser.ts';

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
const SIZES = [
  { width: 1280, height: 900 },
  { width: 390, height: 844 },
];
const LANGUAGES = ['en', 'vi'] as const;
/** Where to keep pictures of the pages, for a person to look at: GEOMILL_SCREENSHOTS=folder. */
const SCREENSHOTS = process.env['GEOMILL_SCREENSHOTS'];

if (BROWSER.missing !== undefined && process.env['CI'] === 'true') throw new Error(BROWSER.missing);

describe.skipIf(BROWSER.missing)(
  `The pages of the server${BROWSER.missing ? `: ${BROWSER.missing}` : ''}`,
  () => {
    let browser: Browser;
    let address: string;
    /** A server that needs a key. */
    let keyed: RunningServer;
    let close: () => Promise<void>;
    let page: Page;
    /** What the browser reported: errors of scripts, refused loads, requests to other servers. */
    let faults: string[];

    beforeAll(async () => {
      const opened = await openLocal({} as Parameters<typeof openLocal>[0], {});
      const { app } = await createServer({
        service: opened.service,
        version: '1.2.3',
        attribution: 'A credit.',
      });
      address = await app.listen({ host: '127.0.0.1', port: 0 });
      keyed = await startServer(opened.service, {}, { version: '1.2.3' });
      browser = await chromium.launch({ executablePath: BROWSER.program!, args: ['--no-sandbox'] });
      close = async () => {
        await browser.close();
        await app.close();
        await keyed.close();
        await opened.close();
      };
      if (SCREENSHOTS !== undefined) await mkdir(SCREENSHOTS, { recursive: true });
    }, 60_000);

    afterAll(() => close());

    async function open(path: string, size = SIZES[0]!, origin = address): Promise<void> {
      page = await browser.newPage({ viewport: size });
      faults = [];
      page.on('console', (message) => faults.push(`console: ${message.text()}`));
      page.on('pageerror', (error) => faults.push(`script: ${error.message}`));
      page.on('request', (request) => {
        if (!request.url().startsWith(origin)) faults.push(`request to ${request.url()}`);
      });
      await page.goto(origin + path);
    }

    /** Checks what holds for a page in every state, and closes it. */
    async function finish(name: string): Promise<void> {
      if (SCREENSHOTS !== undefined)
        await page.screenshot({ path: `${SCREENSHOTS}/${name}.png`, fullPage: true });
      expect(await accessibilityFaults()).toEqual([]);
      const tooWide = await page.evaluate('document.documentElement.scrollWidth > innerWidth');
      expect(tooWide, 'the page scrolls sideways').toBe(false);
      expect(faults).toEqual([]);
      await page.close();
    }

    /** Runs axe-core by the debugger, which the content security policy does not bind. */
    async function accessibilityFaults(): Promise<string[]> {
      await page.evaluate(await readFile(AXE, 'utf8'));
      const { violations } = await page.evaluate<{
        violations: { id: string; nodes: { html: string }[] }[];
      }>('axe.run()');
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`);
    }

    const text = (selector: string) => page.locator(selector).innerText();
    const answered = () => page.locator('#details').waitFor({ state: 'visible' });

    describe.each(SIZES)('at $width px', (size) => {
      it.each(LANGUAGES)(
        'answer an address that is typed, in %s',
        async (language) => {
          await open(`/?lang=${language}`, size);
          expect(await page.locator('html').getAttribute('lang')).toBe(language);
          await page.fill('#text', '86 Bát Đàn, Hoàn Kiếm, Hà Nội');
          await page.click('#search [type=submit]');
          await answered();
          expect(await text('#results li >> nth=0')).toContain(
            'Phố Bát Đàn, Phường Hoàn Kiếm, Thành phố Hà Nội',
          );
          const [, url] = (await text('#request')).replace(/\s/g, ' ').split(' ');
          expect(await text('#curl')).toBe(`curl '${url}'`);
          // The request that is shown gives the response that is shown.
          const response: unknown = await (await fetch(url!)).json();
          expect(JSON.parse(await text('#json'))).toEqual(response);
          await finish(`landing-${size.width}-${language}`);
        },
        60_000,
      );

      it.each(LANGUAGES)(
        'show the interface, in %s',
        async (language) => {
          await open(`/docs?lang=${language}`, size);
          const { paths } = (await (await fetch(`${address}/openapi.json`)).json()) as {
            paths: Record<string, object>;
          };
          const shown = await page.locator('article h2').allInnerTexts();
          const listed = Object.entries(paths).flatMap(([path, item]) =>
            Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
          );
          expect(shown).toEqual(listed);
          // Those of two operations: all are made alike, and axe-core takes a minute for all of them.
          await page.evaluate(
            'for (const one of document.querySelectorAll("article:nth-of-type(-n+2) details")) one.open = true',
          );
          await finish(`docs-${size.width}-${language}`);
        },
        60_000,
      );

      it('answer a click on the map', async () => {
        await open('/?lang=en', size);
        // Cao Bằng is in the middle of the map when it was asked for, and is asked for again by a click there.
        await page.locator('#map canvas').first().waitFor();
        await page.locator('#province').selectOption('04');
        await page.locator('#at-province button').click();
        await answered();
        await page.locator('#province').selectOption('01');
        await page.locator('.map-stage').click();
        await expect.poll(() => page.locator('#province').inputValue()).toBe('04');
        await answered();
        expect(await page.locator('#province').inputValue()).toBe('04');
        expect(await text('#results li >> nth=0')).toContain('Cao Bằng');
        // On a narrow screen the page scrolls to the answer.
        expect((await page.locator('#status').boundingBox())!.y).toBeLessThan(size.height);

        await finish(`map-${size.width}`);
      }, 60_000);
    });

    it('are usable with the keyboard alone', async () => {
      await open('/?lang=en');
      const press = async (...keys: string[]) => {
        for (const key of keys) await page.keyboard.press(key);
      };
      const focused = () => page.evaluate('document.activeElement.id || document.activeElement.className');
      await press('Tab');
      expect(await focused()).toBe('skip');
      for (let presses = 0; (await focused()) !== 'text' && presses < 10; presses++) await press('Tab');
      await page.keyboard.type('phường Vị Xuyên, thành phố Nam Định');
      await press('Enter');
      await answered();
      expect(await text('#results')).toContain('Vị Xuyên');
      const before = await text('#request');
      for (let presses = 0; (await focused()) !== 'province' && presses < 15; presses++) await press('Tab');
      await page.keyboard.type('Cao');
      await press('Tab', 'Enter');
      await expect.poll(() => text('#request')).not.toBe(before);
      await expect.poll(() => text('#results')).toContain('Cao Bằng');
      // The request, the command and the response can be reached, and so be scrolled.
      const reached: unknown[] = [];
      while (reached.at(-1) !== 'json' && reached.length < 8) {
        await press('Tab');
        reached.push(await focused());
        const outline = await page.evaluate('getComputedStyle(document.activeElement).outlineStyle');
        expect(outline, 'the focus is visible').not.toBe('none');
      }
      expect(reached).toEqual(expect.arrayContaining(['request', 'curl', 'copy', 'json']));
      await finish('keyboard');
    }, 60_000);

    it.each(LANGUAGES)(
      'ask for the key of a server that needs one, and do not show it, in %s',
      async (language) => {
        await open(`/?lang=${language}`, SIZES[0], keyed.origin);
        const ask = async (key: string) => {
          await page.fill('#key', key);
          await page.fill('#text', '86 Bát Đàn, Hoàn Kiếm, Hà Nội');
          await page.click('#search [type=submit]');
        };
        const wrong = 'gm_AAAAAAAAAAAAAAAAAAAAAA';
        await ask(wrong);
        await answered();
        await expect.poll(() => text('#status')).toContain('(401)');
        const { message } = JSON.parse(await text('#json')) as { message: string };
        expect(await text('#status')).toContain(message);
        expect(await page.locator('#results').isVisible()).toBe(false);
        // The browser reports the status of the refused request.
        expect(faults.splice(0).join()).toMatch(/^console: .* 401 /);

        // Without a key the server says the same.
        const refused = page.waitForResponse((response) => response.url().includes('/v1/'));
        await ask('');
        expect((await refused).status()).toBe(401);
        expect((await (await refused).request().allHeaders()).authorization).toBeUndefined();
        await expect.poll(() => text('#status')).toContain(`(401): ${message}`);
        faults.splice(0);

        await ask(keyed.keys.all);
        await expect.poll(() => text('#results')).toContain('Phố Bát Đàn, Phường Hoàn Kiếm');
        // The command is to be copied: it has the name of a variable.
        expect(await text('#curl')).toContain('-H "Authorization: Bearer $GEOMILL_API_KEY"');
        expect(await page.locator('#key').getAttribute('type')).toBe('password');
        const shown = await page.evaluate<string>('document.body.innerText + location.href');
        for (const key of [wrong, keyed.keys.all]) expect(shown).not.toContain(key);
        await finish(`keyed-${language}`);
      },
      60_000,
    );

    it('send the google shape and the units of 2025 when these are chosen', async () => {
      await open('/?lang=en');
      await page.selectOption('#shape', 'google');
      await page.check('#admin-v2');
      await page.fill('#text', 'phường Vị Xuyên, thành phố Nam Định');
      await page.keyboard.press('Enter');
      await answered();
      expect(await text('#request')).toMatch(/\?address=.*&admin_v2=true$/);
      expect(await text('#results')).toContain('Tỉnh Ninh Bình');
      await page.close();
    }, 60_000);

    it('show what a server says that refuses a request, and that it cannot be reached', async () => {
      await open('/?lang=en');
      await page.route('**/v1/**', (route) =>
        route.fulfill({ status: 429, json: { status: 'ERROR', message: '<b>slow</b> down' } }),
      );
      await page.fill('#text', 'x');
      await page.keyboard.press('Enter');
      await answered();
      expect(await text('#status')).toBe('The server refused the request (429): <b>slow</b> down');
      await page.unroute('**/v1/**');
      await page.route('**/v1/**', (route) => route.abort());
      await page.keyboard.press('Enter');
      await expect.poll(() => text('#status')).toBe('The server cannot be reached. Is it still running?');
      await page.close();
    }, 60_000);
  },
);
