import { existsSync } from 'node:fs';

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** The browser that page tests start: its program, or why there is none. */
export const BROWSER: { program?: string; missing?: string } = findBrowser();

function findBrowser(): { program?: string; missing?: string } {
  const program = PLACES.find((place) => existsSync(place));
  return program === undefined
    ? { missing: 'there is no Chromium: apt-get install chromium (Debian, Ubuntu)' }
    : { program };
}
