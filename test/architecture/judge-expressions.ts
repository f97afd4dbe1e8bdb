import { writeFileSync } from 'node:fs';
import { allExpressions, judge, keptVerdicts, type Verdict } from '../support/expressions.ts';

// Writes the verdicts of the expressions that recheck needs long for, or does not call safe: `npx tsx test/architecture/judge-expressions.ts`.
// Recheck tries texts at random where it cannot decide: an expression that it once did not call safe keeps that verdict until it is changed.

const LONG_MS = 300;
const TIMEOUT_MS = 10_000;
const FROM_BEST: readonly Verdict[] = ['safe', 'unknown', 'vulnerable'];

const before = keptVerdicts();
const lines: string[] = [];
for (const text of new Set(allExpressions().map((each) => each.text))) {
  const startMs = performance.now();
  const found = [judge(text, TIMEOUT_MS), before.get(text) ?? 'safe'];
  const verdict = FROM_BEST.findLast((each) => found.includes(each)) ?? 'unknown';
  const isKept = verdict !== 'safe' || before.has(text) || performance.now() - startMs > LONG_MS;
  if (isKept) lines.push(`${verdict} ${text}\n`);
}
writeFileSync(new URL('expression-verdicts.txt', import.meta.url), lines.sort().join(''));
