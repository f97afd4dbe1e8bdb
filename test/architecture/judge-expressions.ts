import { writeFileSync } from 'node:fs';
import { allExpressions, judge, type Verdict } from '../support/expressions.ts';

// Writes the verdicts of the expressions that recheck needs long for, or does not call safe: `npx tsx test/architecture/judge-expressions.ts`.

const LONG_MS = 300;
const TIMEOUT_MS = 10_000;

const slow: [text: string, verdict: Verdict][] = [];
for (const text of new Set(allExpressions().map((each) => each.text))) {
  const startMs = performance.now();
  const verdict = judge(text, TIMEOUT_MS);
  if (verdict !== 'safe' || performance.now() - startMs > LONG_MS) slow.push([text, verdict]);
}
const lines = slow.map(([text, verdict]) => `${verdict} ${text}\n`).sort();
writeFileSync(new URL('expression-verdicts.txt', import.meta.url), lines.join(''));
