import { createRequire } from 'node:module';
import { mkdir, readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { expect } from 'vitest';
import { BROWSER } from './browser.ts';

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
/** Where to keep pictures of the pages, for a person to look at: GEOMILL_SCREENSHOTS=folder. */
export const SCREENSHOTS = process.env['GEOMILL_SCREENSHOTS'];

if (BROWSER.missing !== undefined && process.env['CI'] === 'true') throw new Error(BROWSER.missing);

/** A page, and what its browser reported: messages, errors of scripts, requests to others. */
export interface CheckedPage {
  page: Page;
  faults: string[];
}

/** Opens a page, whose requests go to addresses that begin like `own` and nowhere else. */
export async function openChecked(
  browser: Browser,
  url: string,
  options: Parameters<Browser['newPage']>[0],
  own: readonly string[] = [url],
): Promise<CheckedPage> {
  const page = await browser.newPage(options);
  const faults: string[] = [];
  page.on('console', (message) => faults.push(`console: ${message.text()}`));
  page.on('pageerror', (error) => faults.push(`script: ${error.message}`));
  page.on('dialog', (dialog) => faults.push(`dialog: ${dialog.message()}`));
  page.on('request', (request) => {
    const isOwn = [...own, 'data:'].some((start) => request.url().startsWith(start));
    if (!isOwn) faults.push(`request to ${request.url()}`);
  });
  await page.goto(url);
  return { page, faults };
}

/** Checks what holds in every state of a page: it is accessible, not wider than its window, and nothing was reported. */
export async function checkPage({ page, faults }: CheckedPage, name: string): Promise<void> {
  if (SCREENSHOTS !== undefined) {
    await mkdir(SCREENSHOTS, { recursive: true });
    await page.screenshot({ path: `${SCREENSHOTS}/${name}.png`, fullPage: true });
  }
  // The policy of the page allows no script that is put into it.
  await page.evaluate(await readFile(AXE, 'utf8'));
  const { violations } = await page.evaluate<{ violations: { id: string; nodes: { html: string }[] }[] }>(
    'axe.run()',
  );
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
  expect(await page.evaluate('document.documentElement.scrollWidth > innerWidth')).toBe(false);
  expect(faults).toEqual([]);
}
