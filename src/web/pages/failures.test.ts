import { describe, expect, it } from 'vitest';
import { CATALOGUES } from '../../base/messages/catalogues.ts';
import { createTranslate } from '../../base/messages/translate.ts';
import { failureText } from './failures.ts';

const FAILED = { message: 'It says why.', retryAfter: null, hasKey: false };

describe.each(['en', 'vi'] as const)('failureText, in %s', (language) => {
  const t = createTranslate(CATALOGUES[language]);

  it.each([400, 401, 403, 404, 408, 413, 414, 429, 500, 501, 502, 503, 504])(
    'is a sentence without a placeholder for %i',
    (status) => {
      expect(failureText(t, { ...FAILED, status })).toMatch(/^\p{Lu}[^{}]+\.$/u);
    },
  );

  it('says when to try again, and tells a missing key from a wrong one', () => {
    expect(failureText(t, { ...FAILED, status: 429, retryAfter: '7' })).toContain('7');
    const [missing, wrong] = [false, true].map((hasKey) =>
      failureText(t, { ...FAILED, status: 401, hasKey }),
    );
    expect(missing).not.toBe(wrong);
  });
});
