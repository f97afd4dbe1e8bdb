/**
 * The rows of the interface that are about no service: section 4.12 and its mentions elsewhere, the browser library.
 *
 * Shape: a pattern of row names and the reason. The checks of section 4.12 are in `test/integration/viewer-checks/`, one for each name and default.
 */
export const OUTSIDE: readonly (readonly [rows: RegExp, reason: string])[] = [
  [/^4\.12 /, 'the browser library: it runs in a page, with tests of its own'],
  [/^5 apiKey$/, 'an option of the browser library'],
  [/^6 Events/, 'says that there are no events but those inside the browser library'],
  [/^7 Viewer messages/, 'texts of the browser library'],
];
