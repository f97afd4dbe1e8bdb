import { createRequire } from 'node:module';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { chromium, type Browser, type Page, type Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CATALOGUES } from '../../src/base/messages/catalogues.ts';
import { openService } from '../../src/runtime/open-service.ts';
import { createServer } from '../../src/server/create-server.ts';
import { startServer, type RunningServer } from '../conformance/interface/start-server.ts';
import { BROWSER } from '../support/browser.ts';
import { buildStreetDataset } from '../support/viewer-site.ts';

/** Rules of axe-core that Swagger UI breaks itself, in the version that is served: any other one is a fault of ours. */
const SWAGGER_UI_FAULTS: ReadonlySet<string> = new Set([
  ...[
    'color-contrast',
    'heading-order',
    'label-title-only',
    'nested-interactive',
    'scrollable-region-focusable',
  ],
  ...['landmark-main-is-top-level', 'landmark-no-duplicate-main', 'landmark-unique', 'select-name'],
]);
const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
const SIZES = [
  { width: 1280, height: 900, language: 'en' },
  { width: 390, height: 844, language: 'vi' },
] as const;
/** 320 px, and as much as is seen of 1280 px at 400 %. */
const NARROW = { width: 320, height: 256 };
const LANGUAGES = ['en', 'vi'] as const;
const ADDRESS = '86 Bát Đàn, Hoàn Kiếm, Hà Nội';
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
    /** A server with street pictures. */
    let street: RunningServer;
    let close: () => Promise<void>;
    let page: Page;
    /** What the browser reported: errors of scripts, refused loads, requests to other servers. */
    let faults: string[];

    beforeAll(async () => {
      const opened = await openService();
      const { app } = await createServer({
        service: opened.service,
        version: '1.2.3',
        attribution: 'A credit.',
        shapes: opened.shapes,
        datasetDir: 'fixtures/starter',
      });
      address = await app.listen({ host: '127.0.0.1', port: 0 });
      keyed = await startServer(opened.service, {}, { version: '1.2.3' });
      const folder = await mkdtemp(join(tmpdir(), 'geomill-pages-'));
      const datasetDir = await buildStreetDataset(folder);
      street = await startServer(opened.service, {}, { version: '1.2.3', datasetDir });
      browser = await chromium.launch({ executablePath: BROWSER.program!, args: ['--no-sandbox'] });
      close = async () => {
        await browser.close();
        await app.close();
        await keyed.close();
        await street.close();
        await opened.close();
        await rm(folder, { recursive: true, force: true });
      };
      if (SCREENSHOTS !== undefined) await mkdir(SCREENSHOTS, { recursive: true });
    }, 60_000);

    afterAll(() => close());

    async function open(
      path: string,
      size: { width: number; height: number } = SIZES[0],
      origin = address,
    ): Promise<void> {
      page = await browser.newPage({ viewport: size });
      faults = [];
      page.on('console', (message) => faults.push(`console: ${message.text()}`));
      page.on('pageerror', (error) => faults.push(`script: ${error.message}`));
      page.on('request', (request) => {
        if (!request.url().startsWith(origin)) faults.push(`request to ${request.url()}`);
      });
      await page.goto(origin + path);
    }

    /** Checks what holds for a page in every state. */
    async function check(name: string): Promise<void> {
      if (SCREENSHOTS !== undefined)
        await page.screenshot({ path: `${SCREENSHOTS}/${name}.png`, fullPage: true });
      expect(await accessibilityFaults()).toEqual([]);
      const tooWide = await page.evaluate('document.documentElement.scrollWidth > innerWidth');
      expect(tooWide, 'the page scrolls sideways').toBe(false);
      expect(faults).toEqual([]);
    }

    async function finish(name: string): Promise<void> {
      await check(name);
      await page.close();
    }

    /** Runs axe-core over a part of the page by the debugger, which the content security policy does not bind. */
    async function accessibilityFaults(part = 'html'): Promise<string[]> {
      await page.evaluate(await readFile(AXE, 'utf8'));
      const { violations } = await page.evaluate<{
        violations: { id: string; nodes: { html: string }[] }[];
      }>(`axe.run(${JSON.stringify(part)})`);
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`);
    }

    const text = (selector: string) => page.locator(selector).innerText();
    const content = (selector: string) => page.locator(selector).textContent();
    const options = () => page.locator('#suggestions [role=option]');

    async function press(...keys: string[]): Promise<void> {
      for (const key of keys) await page.keyboard.press(key);
    }

    /** Presses Tab until an element has the focus that the selector names. Errors: if it is not reached, or the focus is not seen. */
    async function tabTo(selector: string, most = 40): Promise<void> {
      const visited: string[] = [];
      for (let presses = 0; presses < most; presses += 1) {
        await press('Tab');
        const [isThere, outline, name] = await page.evaluate<[boolean, string, string]>(
          `[document.activeElement.matches(${JSON.stringify(selector)}), getComputedStyle(document.activeElement).outlineStyle, document.activeElement.outerHTML.slice(0, 80)]`,
        );
        visited.push(name);
        expect(outline, `the focus is seen: ${name}`).not.toBe('none');
        if (isThere) return;
      }
      throw new Error(`${selector} is not reached by Tab: ${visited.join('\n')}`);
    }

    describe.each(SIZES)('at $width px, in $language', ({ language, ...size }) => {
      it('suggest and answer an address that is typed', async () => {
        await open(`/?lang=${language}`, size);
        expect(await page.locator('html').getAttribute('lang')).toBe(language);
        await page.locator('#text').pressSequentially('bat dan');
        await expect.poll(() => options().count()).toBeGreaterThan(1);
        expect(await page.locator('#text').getAttribute('aria-expanded')).toBe('true');
        await check(`suggestions-${size.width}-${language}`);
        const tiles: number[] = [];
        page.on('response', (response) => {
          if (response.url().includes('/assets/ground.')) tiles.push(response.status());
        });
        await page.fill('#text', ADDRESS);
        await press('Enter');
        await page.locator('#results .card').waitFor();
        await expect.poll(() => tiles[0]).toBe(200);
        expect(await text('#results .card')).toContain('Phố Bát Đàn, Phường Hoàn Kiếm, Thành phố Hà Nội');
        // What it is good for, in the words of the terminal and the report.
        expect(await text('#results .facts')).toContain(
          CATALOGUES[language].texts['use']!['house_or_street'],
        );
        // The suggestions of the last letters do not cover the answer.
        await expect.poll(() => options().first().isVisible()).toBe(false);
        await page.locator('#details summary').click();
        const [, url = ''] = (await text('#request')).replace(/\s/g, ' ').split(' ');
        expect(await text('#curl')).toBe(`curl '${url}'`);
        // The request that is shown gives the response that is shown.
        const response: unknown = await (await fetch(url)).json();
        expect(JSON.parse(await text('#json'))).toEqual(response);
        await finish(`landing-${size.width}-${language}`);
      }, 60_000);

      it('show and try the operations', async () => {
        await open(`/docs?lang=${language}`, size);
        expect(await page.locator('html').getAttribute('lang')).toBe(language);
        const { paths } = (await (await fetch(`${address}/openapi.json`)).json()) as {
          paths: Record<string, object>;
        };
        const listed = Object.values(paths).flatMap((item) => Object.keys(item));
        await expect.poll(() => page.locator('.opblock').count()).toBe(listed.length);
        const encode = page.locator('[id$="-encodeForcode"]');
        await encode.locator('.opblock-summary-control').click();
        const status = encode.locator('.live-responses-table .response-col_status').last();
        // Its parameters are those of the example.
        await encode.locator('button.execute').click();
        await expect.poll(() => status.innerText()).toContain('200');
        expect(await encode.locator('.curl').innerText()).toContain(`${address}/v1/forcodes/encode?`);
        await encode.locator('.parameters input[placeholder=lat]').fill('91');
        await encode.locator('button.execute').click();
        await encode.locator('.validation-errors').waitFor();
        const broken = (await accessibilityFaults()).map((fault) => fault.slice(0, fault.indexOf(':')));
        expect(broken.filter((rule) => !SWAGGER_UI_FAULTS.has(rule))).toEqual([]);
        expect(faults).toEqual([]);
        await page.close();
      }, 60_000);

      it('answer a click on the map', async () => {
        await open('/?lang=en', size);
        // Cao Bằng is in the middle of the map when it was chosen, and is asked for again by a click there.
        await page.locator('#map canvas').first().waitFor();
        await page.locator('#province').selectOption('04');
        await page.locator('#at-province button').click();
        await expect.poll(() => content('#results')).toContain('Cao Bằng');
        await page.locator('#province').selectOption('01');
        await page.locator('.map-stage').click();
        await expect.poll(() => page.locator('#province').inputValue()).toBe('04');
        await expect.poll(() => content('#results')).toContain('Cao Bằng');
        // On a narrow screen the page scrolls to the answer.
        await expect
          .poll(async () => (await page.locator('#status').boundingBox())!.y)
          .toBeLessThan(size.height);
        await finish(`map-${size.width}`);
      }, 60_000);

      it('show street pictures, and what is missing', async () => {
        const key = `?apikey=${street.keys.all}&lang=en`;
        await open(`/imagery/v1${key}`, size, street.origin);
        await page.locator('#map canvas').first().waitFor();
        await check(`imagery-${size.width}`);
        await page.locator('.collections a').first().click();
        await page.locator('.pictures a').first().waitFor();
        await check(`collection-${size.width}`);
        await page.locator('.pictures a').first().click();
        await page.locator('figure img').waitFor();
        await expect
          .poll(() => page.evaluate('document.querySelector("figure img").naturalWidth'))
          .toBe(2048);
        await check(`picture-${size.width}`);
        // The browser reports the status of the missing page.
        await page.goto(`${street.origin}/imagery/v1/collections/none${key}`);
        expect(faults.splice(0).join()).toMatch(/^console: .* 404 /);
        expect(await text('h1')).toBe('There is no such page');
        await finish(`missing-${size.width}`);
      }, 60_000);
    });

    it('keep the question in the address: it can be reloaded, shared, and gone back to', async () => {
      await open(`/?lang=en&q=${encodeURIComponent('chợ Bến Thành')}`);
      await expect.poll(() => content('#results')).toContain('Chợ Bến Thành');
      await page.fill('#text', '105.8464 21.0337');
      await press('Enter');
      await expect.poll(() => content('#results')).toContain('Bát Đàn');
      expect(new URL(page.url()).searchParams.get('q')).toBe('105.8464 21.0337');
      // An option asks again.
      const before = await content('#request');
      // No name begins so, so that no suggestion covers the option.
      await page.fill('#text', 'zzqq not sent');
      await page.selectOption('#admin-v2', 'false');
      expect(await page.locator('#text').inputValue()).toBe('zzqq not sent');
      expect(before).toMatch(/&admin_v2=true$/);
      const former = (before ?? '').replace('&admin_v2=true', '');
      await expect.poll(() => content('#request')).toBe(former);
      await page.reload();
      await expect.poll(() => content('#request')).toBe(former);
      await page.goBack();
      await page.goBack();
      await expect.poll(() => content('#results')).toContain('Chợ Bến Thành');
      expect(await page.locator('#text').inputValue()).toBe('chợ Bến Thành');
      expect(await page.locator('#admin-v2').inputValue()).toBe('true');
      expect(faults).toEqual([]);
      await page.close();
    }, 60_000);

    it('convert an address, with both days side by side, and read a forcode', async () => {
      await open(
        '/?lang=en&q=ph%C6%B0%E1%BB%9Dng+V%E1%BB%8B+Xuy%C3%AAn,+th%C3%A0nh+ph%E1%BB%91+Nam+%C4%90%E1%BB%8Bnh',
      );
      await page.locator('#tab-convert').click();
      await expect.poll(() => content('.sides')).toContain('Tỉnh Ninh Bình');
      expect(await content('.sides')).toContain('Tỉnh Nam Định');
      expect(new URL(page.url()).searchParams.get('mode')).toBe('convert');
      await check('convert');
      const days = await page.locator('.conversion a[href^="/ward/"]').getAttribute('href');
      await page.locator('#tab-search').click();
      const encoded = await fetch(`${address}/v1/forcodes/encode`, {
        method: 'POST',
        body: new URLSearchParams({ lat: '21.0337', lng: '105.8464' }),
      });
      await page.fill('#text', ((await encoded.json()) as { forcodes: string }).forcodes);
      await press('Enter');
      await expect.poll(() => text('#status')).toMatch(/^Read as a forcode: .* 21\.0337\d, 105\.846/);
      await expect.poll(() => content('#results')).toContain('Bát Đàn');
      await page.fill('#text', 'https://maps.app.goo.gl/AbCd');
      await press('Enter');
      await expect.poll(() => text('#status')).toContain('no position');
      expect(faults).toEqual([]);
      await page.close();
      for (const [width, height] of [
        [1440, 900],
        [390, 844],
        [NARROW.width, NARROW.height],
      ] as const) {
        await open(days ?? '', { width, height });
        expect(await text('h1')).toContain('Thành phố Nam Định');
        expect(await text('table')).toContain('Tỉnh Ninh Bình');
        // No word is cut: a link of three words has three lines at most.
        const lines = await page.evaluate<number[]>(
          '[...document.querySelectorAll("table a")].map((link) => link.getClientRects().length)',
        );
        expect(Math.max(...lines)).toBeLessThan(4);
        await finish(`ward-${width}`);
      }
    }, 60_000);

    it('have no link to a page that asks for a key', async () => {
      await open('/?lang=en&mode=convert', SIZES[0], keyed.origin);
      await page.fill('#key', keyed.keys.all);
      await page.fill('#text', 'Phường Bến Nghé, Quận 1, Thành phố Hồ Chí Minh');
      await press('Enter');
      await expect.poll(() => content('.sides')).toContain('Phường Sài Gòn');
      expect(await page.locator('a[href^="/ward/"]').count()).toBe(0);
      await page.close();
    }, 60_000);

    it('are usable with the keyboard alone', async () => {
      await open('/?lang=en');
      await press('Tab');
      expect(await page.evaluate('document.activeElement.className')).toBe('skip');
      await tabTo('#tab-search');
      await press('ArrowRight');
      expect(await page.evaluate('document.activeElement.id')).toBe('tab-convert');
      await press('ArrowLeft');
      await tabTo('#text');
      await page.keyboard.type('bat dan');
      await expect.poll(() => options().count()).toBeGreaterThan(1);
      await press('ArrowDown', 'ArrowDown', 'ArrowUp');
      expect(await page.locator('#text').getAttribute('aria-activedescendant')).toBe('suggestion-0');
      const chosen = await options().first().innerText();
      await press('Enter');
      await page.locator('#results .card').first().waitFor();
      expect(await page.locator('#text').inputValue()).toBe(chosen);
      await page.keyboard.type(' x');
      await press('Backspace', 'Backspace');
      await expect.poll(() => page.locator('#suggestions').isVisible()).toBe(true);
      await press('Escape');
      expect(await page.locator('#suggestions').isVisible()).toBe(false);
      expect(await page.locator('#text').inputValue()).toBe(chosen);
      await tabTo('#admin-v2');
      await press('ArrowDown');
      await expect.poll(() => content('#request')).not.toContain('admin_v2');
      // The new cards take the place of those that could have the focus.
      await expect.poll(() => content('#json')).not.toBe('');
      await tabTo('.card-title');
      await tabTo('#details summary');
      await press('Enter');
      for (const reached of ['#shape', '#request', '#curl', '[data-copy]', '#json']) await tabTo(reached);
      await tabTo('.map-stage');
      await tabTo('#province');
      await page.keyboard.type('Cao');
      await press('Tab', 'Enter');
      await expect.poll(() => content('#results')).toContain('Cao Bằng');
      await finish('keyboard');
    }, 60_000);

    it('let a keyboard open and try the documentation', async () => {
      await open('/docs?lang=en#/places/autocomplete');
      // Before the documentation is there, the focus goes through the page and out of it.
      await page.locator('[id$="-autocomplete"] button.execute').waitFor();
      await tabTo('[id$="-autocomplete"] button.execute');
      await press('Enter');
      await expect.poll(() => content('[id$="-autocomplete"] .live-responses-table')).toContain('200');
      expect(faults).toEqual([]);
      await page.close();
    }, 60_000);

    it.each([`/?lang=vi&q=${encodeURIComponent(ADDRESS)}`, '/docs?lang=vi', '/none?lang=vi'])(
      'need no sideways scrolling at 320 px: %s',
      async (path) => {
        await open(path, NARROW);
        if (path.startsWith('/?')) await page.locator('#results .card').waitFor();
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(NARROW.width);
        await page.close();
      },
      60_000,
    );

    it.each(LANGUAGES)(
      'ask for the key of a server that needs one, and do not show it, in %s',
      async (language) => {
        await open(`/?lang=${language}`, SIZES[0], keyed.origin);
        const ask = async (key: string) => {
          await page.fill('#key', key);
          await page.fill('#text', ADDRESS);
          await page.click('#search [type=submit]');
        };
        const wrong = 'gm_AAAAAAAAAAAAAAAAAAAAAA';
        const sentences = { en: ['does not know', 'needs an API key'], vi: ['không biết', 'cần khóa API'] };
        const [unknown = '', missing = ''] = sentences[language];
        await ask(wrong);
        await expect.poll(() => text('#status')).toContain(unknown);
        expect(await page.locator('#results').isVisible()).toBe(false);

        const refused = page.waitForResponse((response) => response.url().includes('/v1/geocode'));
        await ask('');
        expect((await refused).status()).toBe(401);
        expect((await (await refused).request().allHeaders()).authorization).toBeUndefined();
        await expect.poll(() => text('#status')).toContain(missing);
        // The browser reports the status of the refused requests: suggestions among them.
        expect(faults.splice(0).every((fault) => /^console: .* 401 /.test(fault))).toBe(true);

        await ask(keyed.keys.all);
        await expect.poll(() => content('#results')).toContain('Phố Bát Đàn, Phường Hoàn Kiếm');
        // The command is to be copied: it has the name of a variable.
        expect(await content('#curl')).toContain('-H "Authorization: Bearer $GEOMILL_API_KEY"');
        expect(await page.locator('#key').getAttribute('type')).toBe('password');
        const shown = await page.evaluate<string>('document.body.textContent + location.href');
        for (const key of [wrong, keyed.keys.all]) expect(shown).not.toContain(key);
        await finish(`keyed-${language}`);
      },
      60_000,
    );

    it('name the units of today first, keep a typed house number, and ask for a suggestion by its id', async () => {
      await open('/?lang=en');
      await page.fill('#text', '86 bat dan');
      const street = options().filter({ hasText: /^86 Phố Bát Đàn, Phường Hoàn Kiếm/ });
      await street.first().click({ timeout: 9000 });
      await expect.poll(() => content('#request')).toMatch(/forward\?text=86.*&admin_v2=true$/);
      await expect
        .poll(() => content('#results'), { timeout: 8000 })
        .toContain('house number: not in the data');
      await page.fill('#text', 'pho bat dan');
      await expect.poll(() => options().first().innerText()).toMatch(/^Phố Bát Đàn/);
      await options().first().click();
      await expect.poll(() => content('#request')).toMatch(/\/v1\/place\?ids=/);
      await expect.poll(() => content('#results')).toContain('Phố Bát Đàn');
      // Another text is asked as such.
      await page.fill('#text', '105.8464 21.0337');
      await press('Enter');
      await expect.poll(() => content('#request')).toContain('reverse');
      await page.close();
    }, 60_000);

    it('send the google shape and the units of 2025 when these are chosen', async () => {
      await open(
        '/?lang=en&shape=google&units=new&q=ph%C6%B0%E1%BB%9Dng+V%E1%BB%8B+Xuy%C3%AAn,+Nam+%C4%90%E1%BB%8Bnh',
      );
      await expect.poll(() => content('#results')).toContain('Tỉnh Ninh Bình');
      expect(await content('#request')).toMatch(/\?address=.*&admin_v2=true$/);
      await page.close();
    }, 60_000);

    it('say in a sentence why a request fails, and that the server cannot be reached', async () => {
      await open('/?lang=en');
      /** How the next request fails; one handler for all, since the browser applies the change of handlers late. */
      let failure: Parameters<Route['fulfill']>[0];
      await page.route('**/v1/**', (route) => (failure ? route.fulfill(failure) : route.abort()));
      const fail = async (next: typeof failure, sentence: string) => {
        failure = next;
        await press('Enter');
        await expect.poll(() => text('#status')).toBe(sentence);
      };
      await page.fill('#text', 'x');
      await fail(
        {
          status: 429,
          headers: { 'retry-after': '7' },
          json: { status: 'ERROR', message: '<b>slow</b> down' },
        },
        'Too many requests. Try again in 7 s.',
      );
      await fail(
        { status: 501, json: { status: 'ERROR', message: 'No <b>roads</b>.' } },
        'The data of this server cannot answer this. No <b>roads</b>.',
      );
      await fail(undefined, 'The server cannot be reached. Is it still running?');
      await page.close();
    }, 60_000);

    it('weigh no more than their budgets, compressed', async () => {
      const weights = { landing: 0, docs: 0 };
      for (const [name, path] of [
        ['landing', '/'],
        ['docs', '/docs'],
      ] as const) {
        const html = await bytesOf(path);
        weights[name] += html.sent;
        for (const [, file = ''] of html.text.matchAll(/(?:src|href|data-provinces)="(\/assets\/[^"]+)"/g))
          weights[name] += (await bytesOf(file)).sent;
      }
      expect(weights.landing).toBeLessThan(250_000);
      expect(weights.docs).toBeLessThan(550_000);
      const { sent, text: openapi } = await bytesOf('/openapi.json');
      expect(sent).toBeLessThan(openapi.length / 5);
    });

    /** Returns a file as browsers load it, and how many bytes were sent. */
    async function bytesOf(path: string): Promise<{ sent: number; text: string }> {
      const headers = { 'accept-encoding': 'gzip' };
      const response = await fetch(address + path, { headers });
      const plain = Buffer.from(await response.arrayBuffer());
      // Fetch unpacks what it gets; the server packs alike.
      const isPacked = response.headers.get('content-encoding') === 'gzip';
      const sent = isPacked ? gzipSync(plain, { level: 9 }) : plain;
      if (isPacked) expect(gunzipSync(sent)).toEqual(plain);
      return { sent: sent.length, text: plain.toString() };
    }
  },
);
