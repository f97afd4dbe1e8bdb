import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe } from 'vitest';
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';
import { openService } from '../../src/runtime/open-service.ts';
import { createServer } from '../../src/server/create-server.ts';
import { BROWSER } from './browser.ts';
import { tourScript } from './viewer-script.ts';

/** Why viewer tests cannot run here; nothing if they can. Errors: in CI, where they must run. */
const VIEWER_MISSING = missing();

/** Where to keep pictures of the viewer, for a person to look at: GEOMILL_SCREENSHOTS=folder. */
const SCREENSHOTS = process.env['GEOMILL_SCREENSHOTS'];
// Only WebGL by SwiftShader: the page itself is composed without it, for less than half the time.
export const SOFTWARE_WEBGL = [
  '--no-sandbox',
  '--use-angle=swiftshader-webgl',
  '--enable-unsafe-swiftshader',
];
const BLANK = '/viewer/blank.html';

/** The server of the fixture street, and a browser. */
export interface ViewerSite {
  address: string;
  /** The dataset that is served. */
  datasetDir: string;
  open(path: string, options?: OpenOptions): Promise<ViewerPage>;
  close(): Promise<void>;
}

/** How a page is opened. */
export interface OpenOptions extends BrowserContextOptions {
  /** Without WebGL, as in an old browser. */
  isWithoutWebGl?: boolean;
  /** Script of the page, as a file of its own. */
  script?: string;
  /** Origin of the page, if it is not that of the server. */
  origin?: string;
  /** Runs before the page is loaded, to change responses. */
  before?: (page: Page) => Promise<unknown>;
}

/** A page with a viewer. */
export interface ViewerPage {
  page: Page;
  /** What the browser reported: messages, errors, refused loads, requests to other servers. */
  faults: string[];
  /** Evaluates an expression of the page, where `photo` is the viewer. */
  run<T>(expression: string): Promise<T>;
  /** Keeps a picture of the page, if wanted. */
  shoot(name: string): Promise<void>;
  close(): Promise<void>;
}

/** A page of the viewer without content: the classic script, under the same policy as the demo. */
export const BLANK_PAGE = BLANK;

/** Opens the blank page with a tour, and waits for its first picture. Shape: options as of {@link tourScript}. */
export async function openTour(
  site: ViewerSite,
  options: Record<string, string> = {},
  more: OpenOptions = {},
  hash = '',
): Promise<ViewerPage> {
  const viewer = await site.open(BLANK_PAGE + hash, { script: tourScript(options), ...more });
  await viewer.run('photo.ready');
  return viewer;
}

function missing(): string | undefined {
  const reason =
    BROWSER.missing ??
    (existsSync(resolve('dist/viewer/geomill-viewer.js'))
      ? undefined
      : 'the viewer is not built: run make build');
  if (reason !== undefined && process.env['CI'] === 'true') throw new Error(reason);
  return reason;
}

/** Declares the tests of a suite over one site; without a browser or a built viewer they are skipped, with the reason as name. */
export function describeViewer(name: string, declare: (site: () => ViewerSite) => void): void {
  describe.skipIf(VIEWER_MISSING)(VIEWER_MISSING === undefined ? name : `${name}: ${VIEWER_MISSING}`, () => {
    let site: ViewerSite | undefined;
    beforeAll(async () => {
      site = await openViewerSite();
    }, 120_000);
    afterAll(() => site?.close());
    declare(() => site!);
  });
}

/** Builds a dataset of the fixture street with its pictures in a folder, and returns its path. */
export async function buildStreetDataset(folder: string): Promise<string> {
  const datasetDir = join(folder, 'street');
  const build = ['dist/cli/main.cjs', 'dataset', 'build', '--imagery', 'fixtures/street/items.ndjson'];
  await promisify(execFile)(process.execPath, [...build, '--out', datasetDir, '--quiet']);
  await symlink(resolve('fixtures/street/pictures'), join(datasetDir, 'pictures'));
  return datasetDir;
}

/** Builds a dataset of the fixture street, serves it, and starts a browser with WebGL in software. */
async function openViewerSite(): Promise<ViewerSite> {
  const folder = await mkdtemp(join(tmpdir(), 'geomill-viewer-'));
  const datasetDir = await buildStreetDataset(folder);
  const opened = await openService({ kind: 'local', datasetDir });
  const { app } = await createServer({
    service: opened.service,
    version: '1.2.3',
    datasetDir,
    origins: ['*'],
  });
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  const browser = await chromium.launch({ executablePath: BROWSER.program!, args: SOFTWARE_WEBGL });
  if (SCREENSHOTS !== undefined) await mkdir(SCREENSHOTS, { recursive: true });
  return {
    address,
    datasetDir,
    open: (path, options = {}) => openPage(browser, address, path, options),
    async close() {
      await browser.close();
      await app.close();
      await opened.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function openPage(
  browser: Browser,
  address: string,
  path: string,
  { isWithoutWebGl, script, before, origin = address, ...options }: OpenOptions,
): Promise<ViewerPage> {
  const context = await browser.newContext({ viewport: { width: 900, height: 600 }, ...options });
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('console', (message) => {
    // The driver complains that screenshots are slow; that is no fault of the page.
    if (!message.text().includes('GPU stall due to ReadPixels')) faults.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => faults.push(`script: ${error.stack ?? error.message}`));
  page.on('request', (request) => {
    if (![address, origin, 'data:'].some((start) => request.url().startsWith(start)))
      faults.push(`request to ${request.url()}`);
  });
  if (isWithoutWebGl) {
    await page.addInitScript(
      'const get = HTMLCanvasElement.prototype.getContext; HTMLCanvasElement.prototype.getContext = function (kind, ...more) { return kind.startsWith("webgl") ? null : get.call(this, kind, ...more); };',
    );
  }
  await serveBlank(page, address, script);
  await before?.(page);
  await page.goto(origin + path);
  return {
    page,
    faults,
    run: (expression) => page.evaluate(expression),
    async shoot(name) {
      if (SCREENSHOTS !== undefined) await page.screenshot({ path: `${SCREENSHOTS}/viewer-${name}.png` });
    },
    close: () => context.close(),
  };
}

/** Adds the blank page, with the headers of the demo. */
async function serveBlank(page: Page, address: string, script = ''): Promise<void> {
  const { headers } = await fetch(`${address}/viewer/demo.html`);
  const policy = headers.get('content-security-policy') ?? '';
  await page.route(`**${BLANK}*`, (route) =>
    route.fulfill({
      contentType: 'text/html',
      headers: { 'content-security-policy': policy },
      body: `<!doctype html><html lang="en"><head><title>blank</title><meta name="viewport" content="width=device-width">
        <link rel="icon" href="icon.svg"><link rel="stylesheet" href="geomill-viewer.css"><link rel="stylesheet" href="demo.css">
        ${script.includes('GeomillViewer') ? '<script src="geomill-viewer.classic.js"></script>' : ''}</head><body><main><div id="viewer"></div></main>
        <script src="page.js"></script></body></html>`,
    }),
  );
  await page.route('**/viewer/page.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: script }),
  );
}
