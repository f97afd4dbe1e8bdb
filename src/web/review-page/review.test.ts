import { expect, it } from 'vitest';
import type { ReviewText } from '../../report/data/review-facts.ts';
import { cellsOf, type Decision, decisionFile, decisionOf } from './decisions.ts';
import { createReview } from './review.ts';

const candidate = (label: string) =>
  ({ label, ward: null, lat: 10.5, lon: 106.25, level: 'street', meters: 100 }) as const;
const textOf = (text: string, rows: number): ReviewText => ({
  ...{ row: 1, rows, ids: [], text, status: 'ok', reasons: [], confidence: 0.5 },
  candidates: [candidate(`${text} 1`), candidate(`${text} 2`)],
});
const TEXTS = [textOf('a', 1), textOf('=b', 3), textOf('c', 2)];
const FIRST: Decision = { kind: 'candidate', number: 1 };

it('shows the texts of most rows first, those for later at the end, and takes steps back', () => {
  const review = createReview(TEXTS, []);
  const shown = () => review.texts[review.at() ?? -1]?.text;
  expect([review.texts.map(({ text }) => text), shown()]).toEqual([['=b', 'c', 'a'], '=b']);
  review.postpone(0);
  expect(shown()).toBe('c');
  review.decide(1, FIRST);
  expect([shown(), review.counts()]).toEqual(['a', { done: 1, rows: 2 }]);
  review.undo();
  expect([shown(), review.counts(), review.decisionOf(1)]).toEqual(['c', { done: 0, rows: 0 }, undefined]);
  review.decide(1, { kind: 'none' });
  review.leave(2, 'somebody else');
  expect([shown(), review.isLater(0)]).toEqual(['=b', true]);
  review.decide(0, FIRST);
  expect([shown(), review.counts()]).toEqual([undefined, { done: 3, rows: 6 }]);
  review.undo();
  expect([shown(), review.isLater(0)]).toEqual(['=b', true]);
});

it('writes decisions in the order in which they were made, each as it reads it again', () => {
  const review = createReview(TEXTS, []);
  const place: Decision = { kind: 'place', lat: -10.5, lon: 106, level: 'ward', isConfirmed: true };
  review.decide(2, place);
  review.decide(1, FIRST);
  review.decide(0, { kind: 'none' });
  review.decide(1, { kind: 'candidate', number: 2 });
  const [header, ...lines] = decisionFile(review.lines()).trimEnd().split('\r\n');
  expect(header).toBe('\ufeffrow,text,choice,lat,lon,level,confirm,1_label,1_lat,1_lon,2_label,2_lat,2_lon');
  expect(lines).toEqual([
    '1,a,,-10.5,106,ward,yes,a 1,10.5,106.25,a 2,10.5,106.25',
    "1,'=b,none,,,,,'=b 1,10.5,106.25,'=b 2,10.5,106.25",
    '1,c,2,,,,,c 1,10.5,106.25,c 2,10.5,106.25',
  ]);
  expect(review.lines().map(decisionOf)).toEqual([place, { kind: 'none' }, { kind: 'candidate', number: 2 }]);
  const again = createReview(TEXTS, [...review.lines(), cellsOf(textOf('gone', 1), FIRST)]);
  expect([again.lines(), again.at()]).toEqual([review.lines(), undefined]);
});
