import { expect, it } from 'vitest';
import { escapeHtml } from './escape-html.ts';

it('escapes what begins an element, an entity or ends an attribute', () => {
  expect(escapeHtml(`<a href="x" title='y'>Đường 3/2 & 4</a>`)).toBe(
    '&lt;a href=&quot;x&quot; title=&#39;y&#39;&gt;Đường 3/2 &amp; 4&lt;/a&gt;',
  );
  expect(escapeHtml('&amp;')).toBe('&amp;amp;');
});
