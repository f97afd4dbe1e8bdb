import { writeFileSync } from 'node:fs';
import { allExpressions, judge, keptVerdicts, type Verdict } from '../support/expressions.ts';

// Writes the verdicts of all expressions of the source: `npx tsx test/architecture/judge-expressions.ts [--again]`.
// Recheck measures time where it cannot decide, so that a busy machine calls more of them vulnerable: this asks once, about those that are new,
// or about all of them, and an expression that is once not called safe keeps that verdict until it is changed.

const TIMEOUT_MS = 10_000;
const FROM_BEST: readonly Verdict[] = ['safe', 'unknown', 'vulnerable'];

const before = keptVerdicts();
const isAgain = process.argv.includes('--again');
const lines = [...new Set(allExpressions().map(({ text }) => text))].map((text) => {
  const kept = before.get(text);
  if (kept !== undefined && !isAgain) return `${kept} ${text}\n`;
  const found = [judge(text, TIMEOUT_MS), kept ?? 'safe'];
  const verdict = FROM_BEST.findLast((each) => found.includes(each)) ?? 'unknown';
  if (verdict !== kept) console.log(`${verdict} ${text}`);
  return `${verdict} ${text}\n`;
});
writeFileSync(new URL('expression-verdicts.txt', import.meta.url), lines.sort().join(''));
