import type { Names } from '../../gazetteer/names/names.ts';
import { explainedBy } from '../../gazetteer/unit-search/evidence.ts';
import type { PlaceTables } from '../../gazetteer/store/place-tables.ts';
import { addSpelledHit, hasHit } from './hits.ts';
import type { Inquiry } from './inquiry.ts';
import { spanHash, type Question } from './question.ts';
import { WORD } from './token-roles.ts';

/**
 * Adds the place whose name is the whole question, or all of its first parts between commas.
 *
 * Shape: also a name that other rules refuse, because it is long, has commas ("Trường Cán bộ quản lý Văn hóa, Thể thao và Du lịch"), or contains the name of
 * a unit ("Công an Phường 1", "TTGDTX Quận 5"); at least one of its words must not be explained by the units of the question.
 */
export function addWholeName(inquiry: Inquiry, names: Names, tables: PlaceTables): void {
  const { question, hits, understanding } = inquiry;
  const { count, partEnd, bytes, start } = question;
  const { best } = understanding.resolution;
  let explained: Uint8Array | undefined;
  for (let to = 0; to < count;) {
    to = partEnd[to];
    const name = names.find(spanHash(question, 0, to), bytes, 0, start[to]);
    if (name < 0 || hasHit(hits, name, 0, to) || !hasPlace(tables, names, name)) continue;
    explained ??= best && explainedBy(best, understanding.readings, count);
    if (hasOpenWord(question, to, explained)) addSpelledHit(question, hits, name, 0, to);
  }
}

/** Reports whether one of the first tokens is a word that the units do not explain; "53" in "53, 38/11 Đường Số 12" is a house, not the shop called 53. */
function hasOpenWord({ role }: Question, to: number, explained: Uint8Array | undefined): boolean {
  for (let i = 0; i < to; i += 1) if (role[i] === WORD && explained?.[i] !== 1) return true;
  return false;
}

/** Reports whether a point of interest has a name; postings are ascending, with the streets first. */
function hasPlace({ streetCount }: PlaceTables, { posting, postingStart }: Names, name: number): boolean {
  return posting[postingStart[name + 1] - 1] >= streetCount;
}
