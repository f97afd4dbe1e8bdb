import { execFile } from 'node:child_process';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { chromium, type Page } from 'playwright-core';
import sharp from 'sharp';
import { BROWSER } from '../../test/support/browser.ts';
import { PROGRAM } from '../../test/support/geomill-process.ts';
import { startServerProcess } from '../../test/support/server-process.ts';

/** Software WebGL, so that a picture is the same on every machine. */
const ARGS = ['--no-sandbox', '--use-angle=swiftshader-webgl', '--enable-unsafe-swiftshader'];
const QUALITY = 72;

/** A picture of the documents. */
interface DocPicture {
  /** Name in docs/images. */
  name: string;
  /** Address of the page. */
  url: string;
  isDark?: boolean;
  height?: number;
  /** Brings the page to what the text beside the picture says. */
  prepare?: (page: Page) => Promise<unknown>;
}

const geomill = (...args: string[]) => promisify(execFile)(process.execPath, [PROGRAM, ...args, '--quiet']);

/** Runs the jobs of the documents over the fixtures, serves their datasets, and takes the pictures of docs/images from their pages. Errors: Error without a browser. */
export async function takePictures(say: (text: string) => void): Promise<void> {
  if (BROWSER.missing !== undefined) throw new Error(BROWSER.missing);
  const folder = await mkdtemp(join(tmpdir(), 'geomill-pictures-'));
  const street = join(folder, 'street');
  await geomill('dataset', 'build', '--imagery', 'fixtures/street/items.ndjson', '--out', street);
  await symlink(resolve('fixtures/street/pictures'), join(street, 'pictures'));
  const reportOf = async (job: string, file: string) => {
    const output = join(folder, `${job}-${file}`);
    await geomill('run', job, '--input', `fixtures/${file}`, '--output', output);
    return pathToFileURL(join(output, 'report.html')).href;
  };
  const [server, viewer] = await Promise.all([
    startServerProcess(['--dataset', 'fixtures/starter']),
    startServerProcess(['--dataset', street]),
  ]);
  const browser = await chromium.launch({ executablePath: BROWSER.program!, args: ARGS });
  const take = async ({ name, url, isDark = false, height = 640, prepare }: DocPicture) => {
    const page = await browser.newPage({
      ...{ viewport: { width: 1280, height }, reducedMotion: 'reduce', locale: 'en' },
      colorScheme: isDark ? 'dark' : 'light',
    });
    await page.goto(url, { waitUntil: 'networkidle' });
    await prepare?.(page);
    // Maps and street pictures are drawn after their data have come.
    await page.waitForTimeout(3000);
    const { size } = await sharp(await page.screenshot())
      .webp({ quality: QUALITY })
      .toFile(join('docs/images', `${name}.webp`));
    await page.close();
    say(`  docs/images/${name}.webp: ${Math.round(size / 1000)} kB`);
  };
  try {
    const addresses = await reportOf('geocode', 'addresses.csv');
    await take({ name: 'report', url: addresses, height: 760 });
    await take({ name: 'report-dark', url: addresses, height: 760, isDark: true });
    const openRow = (page: Page) => page.locator('tbody tr:not(.spacer)').first().click();
    const customers = await reportOf('geocode', 'customers.xlsx');
    await take({ name: 'from-excel', url: customers, prepare: openRow });
    const converted = await reportOf('convert', 'addresses.csv');
    await take({ name: 'convert', url: converted, prepare: openRow });
    await take({ name: 'routing', url: await reportOf('route', 'deliveries.csv'), height: 760 });
    const question = encodeURIComponent('86 Bát Đàn, Hoàn Kiếm, Hà Nội');
    const { origin } = new URL(server.baseUrl);
    await take({ name: 'server', url: `${origin}/?lang=en&q=${question}` });
    await take({ name: 'viewer', url: `${new URL(viewer.baseUrl).origin}/viewer/demo.html?lang=en` });
  } finally {
    await browser.close();
    await Promise.all([server.stop(), viewer.stop()]);
    await rm(folder, { recursive: true, force: true });
  }
}
