// The report is in Vietnamese as well: so is what runs write into it.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { TObject } from 'typebox';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { ERROR_CATALOGUE, type ErrorCode } from '../../src/base/errors/catalogue.ts';
import { isGeomillError } from '../../src/base/errors/geomill-error.ts';
import { OPERATIONS } from '../../src/contract/catalogue.ts';
import { checkParameters } from '../../src/contract/parameters.ts';
import { FIGURES } from '../../src/run/pipeline/expectations.ts';
import { AMBIGUITY_REASONS } from '../../src/run/stages/verdict.ts';
import { runSentence } from '../../src/web/report-page/run-sentences.ts';
import { resultTexts, sourceOf, textsOf, visitNodes } from '../support/source-sentences.ts';

const isSentence = (text: string) => /\S \S/.test(text);
const untranslated = (sentences: readonly string[]) =>
  sentences.filter((text) => runSentence(text, 'vi').language === 'en');

/** Returns the source files of a folder, with those of its folders. */
function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /(?<!\.test)\.ts$/.test(name))
    .map((name) => join(folder, name));
}

/** Returns the sentences of the nodes that a function selects in source files. */
function sentencesIn(paths: readonly string[], select: (node: ts.Node) => readonly ts.Node[]): string[] {
  const found = new Set<string>();
  for (const path of paths)
    visitNodes(sourceOf(path), (node) => {
      for (const selected of select(node)) for (const text of textsOf(selected)) found.add(text);
    });
  return [...found].filter(isSentence);
}

/** Functions whose argument is a sentence of a row, or of a run. */
const CALLS = /^(?:skipped|notFound|faulty|report|(?:wrong|found)\.push|(?:\w+\.)*findings\.push)$/;
const MEMBERS = /^(?:finding|findings|reason|fault)$/;

/** Selects what is a finding, a reason or a fault. */
function written(node: ts.Node): ts.Node[] {
  if (ts.isCallExpression(node)) {
    const name = node.expression.getText();
    return CALLS.test(name) ? [...node.arguments] : name === 'lostOutput' ? [node] : [];
  }
  const isWritten =
    (ts.isPropertyAssignment(node) || ts.isVariableDeclaration(node)) && MEMBERS.test(node.name.getText());
  return isWritten && node.initializer ? [node.initializer] : [];
}

/** Selects the message of a failure that costs a row. */
function rowFailure(node: ts.Node): ts.Node[] {
  if (!ts.isNewExpression(node) || node.expression.getText() !== 'GeomillError') return [];
  const [code, message] = node.arguments ?? [];
  const isOfRow = textsOf(code).some((text) => ERROR_CATALOGUE[text as ErrorCode]?.scope === 'row');
  return isOfRow && message ? [message] : [];
}

/** Selects the message of a record that could not be read. */
const recordIssue = (node: ts.Node) =>
  ts.isPropertyAssignment(node) && node.name.getText() === 'message' ? [node.initializer] : [];

describe('a sentence of a run', () => {
  it('has Vietnamese, each that a stage, a conversion or a format writes', () => {
    const sentences = sentencesIn(
      [
        ...filesIn('src/run/stages'),
        ...filesIn('src/formats'),
        ...filesIn('src/engine/geocoder/convert'),
        ...['src/run/pipeline/plan-stages.ts', 'src/base/text/read-position.ts'],
        'src/runtime/open-remote.ts',
      ],
      written,
    );
    expect(sentences.length).toBeGreaterThan(100);
    // Their units have names.
    const withUnits = sentences.map((text) =>
      text
        .replace(/^there is no X X/, 'there is no ward 1')
        .replace(' 1 in X', ' 1 in district 2, province 3'),
    );
    // Words of a table that is for programs.
    expect(untranslated([...withUnits, ...Object.values(AMBIGUITY_REASONS)])).toEqual(['area only']);
  });

  it('has Vietnamese where a record could not be read', () => {
    const sentences = sentencesIn(filesIn('src/formats'), recordIssue);
    expect(sentences.length).toBeGreaterThan(10);
    expect(untranslated(sentences)).toEqual([]);
  });

  it('has Vietnamese where a failure costs a row', () => {
    const paths = ['src/contract', 'src/engine', 'src/remote', 'src/run/stages'].flatMap(filesIn);
    const sentences = sentencesIn(
      // Pictures for browsers.
      paths.filter((path) => !path.endsWith('imagery-files.ts')),
      rowFailure,
    );
    expect(sentences.length).toBeGreaterThan(80);
    // A geometry that begins with a blank or a colon has no other; the faults of parameters are below.
    expect(untranslated(sentences.filter((text) => !/^intersects\w|^X: X$/.test(text)))).toEqual([]);
  });

  it('has Vietnamese for what is wrong in a response, within the sentence', () => {
    const parts = [
      ...['answer-check', 'route-check'].flatMap((name) => resultTexts(`src/remote/${name}.ts`)),
      ...sentencesIn(['src/remote/json-guard.ts'], written),
    ].filter(isSentence);
    expect(parts.length).toBeGreaterThan(12);
    for (const part of parts)
      expect(runSentence(`place: the response of the service ${part}.`, 'vi').text).not.toContain(part);
  });

  it('has Vietnamese for parameters that are wrong', () => {
    const values = [
      null,
      -1e9,
      1e9,
      0.5,
      '',
      'x'.repeat(5000),
      '91,200',
      [],
      ['x'],
      {},
      true,
      '1/2/3',
      '../..',
    ];
    const refused = new Set<string>();
    for (const operation of Object.values(OPERATIONS))
      for (const [name, { parameters }] of Object.entries(operation.shapes))
        for (const member of Object.keys((parameters as TObject).properties))
          for (const value of values)
            try {
              checkParameters(operation, name, { [member]: value });
            } catch (error) {
              if (isGeomillError(error)) refused.add(error.message);
            }
    expect(refused.size).toBeGreaterThan(200);
    expect(untranslated([...refused])).toEqual([]);
  });

  it('has Vietnamese for what a job expects of its run', () => {
    const descriptions = Object.values(FIGURES).map(({ description }) => description);
    expect(untranslated(descriptions)).toEqual([]);
  });
});
