import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { check } from 'recheck';
import ts from 'typescript';

// The build without a Java or native program, which runs in this thread.
const { checkSync } = createRequire(import.meta.url)('recheck/lib/browser.js') as {
  checkSync: (
    source: string,
    flags: string,
    options: { timeout: number; randomSeed: number },
  ) => Awaited<ReturnType<typeof check>>;
};

/** A regular expression of a source file. Shape: `bound` is what a comment `bounded: ...` beside it says. */
export interface Expression {
  place: string;
  /** As it is written: `/a+/u`. */
  text: string;
  bound: string | undefined;
}

/** What recheck says of an expression: whether its time can grow faster than the text; `unknown` if it does not find out in time. */
export type Verdict = 'safe' | 'vulnerable' | 'unknown';

const BOUND = /\bbounded: (\S.*)/;

/** Returns the expressions of a source text: literals, and patterns of schemas. */
export function expressionsOf(path: string, text: string): Expression[] {
  const lines = text.split('\n');
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const found: Expression[] = [];
  const visit = (node: ts.Node): void => {
    const written = expressionText(node);
    if (written !== undefined) {
      const first = lineOf(file, statementOf(node));
      const line = lineOf(file, node);
      // In the line, or in the comment lines in front of it or of its declaration.
      const beside = [lines[line] ?? '', ...commentAbove(lines, line), ...commentAbove(lines, first)];
      const bound = beside.map((each) => BOUND.exec(each)?.[1]).find((each) => each !== undefined);
      found.push({ place: `${path}:${line + 1}`, text: written, bound });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** Returns the expressions of all source files. */
export function allExpressions(): Expression[] {
  return sourceFiles().flatMap((path) => expressionsOf(path, readFileSync(path, 'utf8')));
}

function sourceFiles(): string[] {
  return readdirSync('src', { recursive: true, encoding: 'utf8' })
    .map((path) => `src/${path}`)
    .filter((path) => /\.[jt]s$/.test(path) && !/\.test\.ts$|\.d\.ts$/.test(path));
}

/** Returns the expressions that are built at run time: `path of what they are built of`, as written. */
export function builtExpressions(): string[] {
  return sourceFiles().flatMap((path) => {
    const text = readFileSync(path, 'utf8');
    if (!/\bRegExp\(/.test(text)) return [];
    const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
    const found: string[] = [];
    const visit = (node: ts.Node): void => {
      const isCall = ts.isNewExpression(node) || ts.isCallExpression(node);
      if (isCall && node.expression.getText() === 'RegExp')
        found.push(`${path} ${node.arguments?.[0]?.getText().replace(/\s+/g, ' ') ?? ''}`);
      ts.forEachChild(node, visit);
    };
    visit(file);
    return found;
  });
}

/** Returns the verdicts of recheck, by expression. */
export function keptVerdicts(): Map<string, Verdict> {
  const text = readFileSync(new URL('../architecture/expression-verdicts.txt', import.meta.url), 'utf8');
  const lines = text.trimEnd().split('\n');
  return new Map(lines.map((line) => [line.slice(line.indexOf(' ') + 1), line.split(' ', 1)[0] as Verdict]));
}

/** Recheck tries texts at random where it cannot decide: the same ones in each run. */
const SEED = 1;

/** Asks recheck about an expression. Cost: mostly some milliseconds, up to the time limit. */
export function judge(text: string, timeoutMs: number): Verdict {
  const end = text.lastIndexOf('/');
  return checkSync(text.slice(1, end), text.slice(end + 1), { timeout: timeoutMs, randomSeed: SEED }).status;
}

function expressionText(node: ts.Node): string | undefined {
  if (ts.isRegularExpressionLiteral(node)) return node.text;
  const isPattern = ts.isPropertyAssignment(node) && node.name.getText() === 'pattern';
  return isPattern && ts.isStringLiteralLike(node.initializer) ? `/${node.initializer.text}/u` : undefined;
}

function statementOf(node: ts.Node): ts.Node {
  return ts.isStatement(node) || node.parent === undefined ? node : statementOf(node.parent);
}

function lineOf(file: ts.SourceFile, node: ts.Node): number {
  return file.getLineAndCharacterOfPosition(node.getStart(file)).line;
}

function commentAbove(lines: readonly string[], line: number): string[] {
  const comments: string[] = [];
  for (let at = line - 1; /^\s*(?:\/\/|\*|\/\*\*)/.test(lines[at] ?? ''); at -= 1)
    comments.push(lines[at] ?? '');
  return comments;
}
