import { chromium } from 'playwright-core';
import { BROWSER } from './test/support/browser.ts';
const browser = await chromium.launch({ executablePath: BROWSER.program, args: ['--no-sandbox'] });
const [file, name, keys = ''] = process.argv.slice(2);
for (const [width, locale, scheme] of [[1280,'en','light'],[1280,'vi','dark'],[320,'vi','light'],[320,'en','dark']]) {
  const page = await browser.newPage({ viewport: { width, height: width < 400 ? 640 : 800 }, locale, colorScheme: scheme });
  await page.goto('file://' + file); await page.locator('html[data-ready]').waitFor({ state: 'attached' });
  for (const k of keys) await page.keyboard.press(k);
  await page.waitForTimeout(300);
  await page.screenshot({ path: `/tmp/bconv/${name}-${width}-${locale}.png`, fullPage: width < 400 }); await page.close();
}
await browser.close();
