import { placeWordAt } from '../../../base/text/place-words.ts';
import { SITE } from '../reader/context.ts';
import type { PlaceTables } from '../../gazetteer/store/place-tables.ts';
import { SPELLED } from './hits.ts';
import type { Inquiry } from './inquiry.ts';
import { OPEN, type Marks } from './marks.ts';
import type { Result } from './results.ts';

/** Share of the weight that the words of a building or estate keep in front of its street. */
const KEPT = 0.35;

/** Reports whether a result is a street at the end of a part that begins with a building or estate: "KĐT Vinhomes Gardenia Hàm Nghi", "Tòa nhà N05 Hoàng Đạo Thúy". */
export function isBehindSite(
  tables: PlaceTables,
  { question, understanding, hits }: Inquiry,
  { feature, hit }: Result,
): boolean {
  if (!question.hasSite || feature >= tables.streetCount || hits.how[hit] !== SPELLED) return false;
  const start = hits.start[hit];
  const end = hits.end[hit];
  if (end - start < 2 || question.partEnd[start] !== end) return false;
  for (let i = question.partStart[start]; i < start; i += 1)
    if (understanding.context.head[i] === SITE) return true;
  return false;
}

/** Reports whether a name directly follows the word for a building or estate ("Công viên Quang Trung"): it is then the name of that, and only perhaps of a street. */
export function isNameOfSite({ question, understanding, hits }: Inquiry, { hit }: Result): boolean {
  const start = hits.start[hit];
  for (let i = question.partStart[start]; i < start; i += 1) {
    const word = understanding.context.head[i] === SITE ? placeWordAt(question.tokens, i) : undefined;
    if (word !== undefined && i + word.length === start) return true;
  }
  return false;
}

/** Returns the weight that is subtracted from a question for a street behind a building or estate, because many of these are not in the dataset. */
export function siteWeight(tables: PlaceTables, inquiry: Inquiry, result: Result, marks: Marks): number {
  if (!isBehindSite(tables, inquiry, result)) return 0;
  const { question, hits } = inquiry;
  const start = hits.start[result.hit];
  let weight = 0;
  for (let i = question.partStart[start]; i < start; i += 1)
    if (marks[i] === OPEN) weight += question.weight[i];
  return weight * (1 - KEPT);
}
