// The report is in Vietnamese as well: so is what runs write into it.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { doubtOf } from '../../src/run/stages/route-placement.ts';
import { UNSERVED } from '../../src/run/stages/route-tour.ts';
import { AMBIGUITY_REASONS } from '../../src/run/stages/verdict.ts';
import { runSentence } from '../../src/web/report-page/run-sentences.ts';

/** Where sentences of runs are written. */
const SOURCES = [
  ['src/run/stages', /./],
  ['src/run/pipeline', /^column-names/],
  ['src/formats', /^inspect/],
  ['src/engine/geocoder/convert', /./],
] as const;
/** Sentences that end in another one: what their last word stands for. */
const ENDINGS: Readonly<Record<string, readonly string[]>> = {
  'not in any tour: X': [
    ...Object.values(UNSERVED),
    doubtOf({ level: 'ward', confidence: 1, accuracyMeters: null }, { batch: 'b' })!,
    doubtOf({ level: 'house', confidence: 0.1, accuracyMeters: null }, { batch: 'b', min_confidence: 0.5 })!,
  ],
  'tours are planned with X, by the names of columnsX': [
    '',
    '; the demand is listed, and limits nothing without capacity',
  ],
  'X columns are called "X": here and in the results the later X X': ['one is X', 'ones are X'],
  'The delimiter is X, detected: X columnsX.': [
    '.',
    ', in the header and in X % of the X rows in the sample.',
  ],
};
/** Words of a table that is for programs. */
const VALUES = ['area only'];
/** Functions whose argument is a sentence of a row, or of a run. */
const CALLS = /^(?:skipped|notFound|report|(?:\w+\.)*findings\.push)$/;
const MEMBERS = /^(?:finding|findings|reason)$/;

/** Returns the sentences that a source file gives to rows and runs, with a word for each part that it fills in. */
function sentencesOf(path: string): string[] {
  const source = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const collect = (node: ts.Node): void => {
    if (ts.isTemplateExpression(node)) {
      found.push(node.head.text + node.templateSpans.map(({ literal }) => `X${literal.text}`).join(''));
      return;
    }
    if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) found.push(node.text);
    ts.forEachChild(node, collect);
  };
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && CALLS.test(node.expression.getText())) node.arguments.forEach(collect);
    else if (ts.isPropertyAssignment(node) && MEMBERS.test(node.name.getText())) collect(node.initializer);
    else ts.forEachChild(node, visit);
  };
  visit(source);
  return found.filter((text) => /\S \S/.test(text));
}

describe('a sentence of a run', () => {
  it('has Vietnamese, each that a stage, a conversion or a format writes', () => {
    const paths = SOURCES.flatMap(([folder, pattern]) =>
      readdirSync(folder)
        .filter((name) => pattern.test(name) && /(?<!\.test)\.ts$/.test(name))
        .map((name) => join(folder, name)),
    );
    const sentences = [...paths.flatMap(sentencesOf), ...Object.values(AMBIGUITY_REASONS)];
    expect(sentences.length).toBeGreaterThan(40);
    const whole = sentences.flatMap((text) => {
      const endings = ENDINGS[text];
      return endings ? endings.map((ending) => text.replace(/(?:X X|X\.|X)$/, ending)) : [text];
    });
    expect(Object.keys(ENDINGS).filter((text) => !sentences.includes(text))).toEqual([]);
    expect(whole.filter((text) => runSentence(text, 'vi').language === 'en')).toEqual(VALUES);
  });
});
