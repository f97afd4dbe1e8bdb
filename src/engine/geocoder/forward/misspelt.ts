import type { Names } from '../../gazetteer/names/names.ts';
import { SHORTEST_TYPO } from '../../gazetteer/names/typo-table.ts';
import type { PlaceTables } from '../../gazetteer/store/place-tables.ts';
import { addHit, MISSPELT } from './hits.ts';
import type { Inquiry } from './inquiry.ts';
import type { Marks } from './marks.ts';
import { eachOpenSpan } from './open-spans.ts';

/** Most candidate names of a span. */
const MOST_NAMES = 24;
/** Quality of a name with one wrong letter; lower for a short name. */
const QUALITY = 0.95;
const SHORT_QUALITY = 0.88;
const SHORT_KEY = 7;

const near = new Int32Array(MOST_NAMES);

/** Adds hits for names one edit away from unexplained words. */
export function addMisspelt(inquiry: Inquiry, names: Names, _tables: PlaceTables, marks: Marks): void {
  const { question, hits } = inquiry;
  const { start, bytes } = question;
  eachOpenSpan(question, marks, (from, to) => {
    const length = start[to] - start[from];
    if (length < SHORTEST_TYPO) return;
    const count = names.near(bytes, start[from], start[to], near);
    const quality = length < SHORT_KEY ? SHORT_QUALITY : QUALITY;
    for (let i = 0; i < count; i += 1) addHit(question, names, hits, near[i], from, to, MISSPELT, quality);
  });
}
