import { expect, it } from 'vitest';
import { createScreen } from './screen.ts';
import { recordingSvg } from './recording-svg.ts';

it('a screen shows what a terminal does with lines that are drawn anew', () => {
  const screen = createScreen();
  screen.write('\r\u001b[Kgeocode 10%\r\u001b[Kgeocode 20%');
  expect(screen.lines().map(({ text }) => text)).toEqual(['geocode 20%']);
  screen.write('\r\u001b[K\u001b[2mread as "{address}"\u001b[22m\ndone');
  expect(screen.lines()).toEqual([
    { text: 'read as "{address}"', isDim: true },
    { text: 'done', isDim: false },
  ]);
});

it('a recording has each line for as long as it was shown, and the last screen where nothing moves', () => {
  const line = (text: string) => ({ text, isDim: false });
  const svg = recordingSvg({ command: 'geomill <run>', columns: 80, title: 'A run' }, [
    { atMs: 0, lines: [line('10% & more')] },
    { atMs: 1500, lines: [line('100%'), line('done')] },
    { atMs: 2000, lines: [line('100%'), line('end')] },
  ]);
  expect(svg).toContain('$ geomill &lt;run&gt;');
  expect(svg).toMatch(/visibility="hidden">10% &amp; more<set [^>]*begin="0s" dur="1.5s"/);
  // The row that stays is visible without animation, and hidden until it comes.
  expect(svg).toMatch(/>100%<set attributeName="visibility" to="hidden" begin="0s" dur="1.5s"/);
  expect(svg).toMatch(/>end<set attributeName="visibility" to="hidden" begin="0s" dur="2s"/);
});
