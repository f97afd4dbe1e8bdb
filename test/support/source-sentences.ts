// The sentences that source files write, with a letter X for each part that is only known when they run.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';

/** The part of a sentence that is not known from the source. */
const UNKNOWN = ['X'];
/** Forms of one sentence; one with more is cut: its parts are found with others. */
const MOST_FORMS = 200;
const DEEPEST = 12;

const parsed = new Map<string, ts.SourceFile>();

/** Parses a source file, once. */
export function sourceOf(path: string): ts.SourceFile {
  let source = parsed.get(path);
  if (source === undefined) {
    source = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true);
    parsed.set(path, source);
  }
  return source;
}

/** Visits every node below a node. */
export function visitNodes(node: ts.Node, visit: (node: ts.Node) => void): void {
  ts.forEachChild(node, (child) => {
    visit(child);
    visitNodes(child, visit);
  });
}

/**
 * Returns the texts that an expression can be: of constants, conditions, the arguments and results of functions, in this file and those it imports.
 *
 * Shape: a part that the source does not say is X.
 */
export function textsOf(node: ts.Node | undefined, depth = 0): readonly string[] {
  if (node === undefined || depth > DEEPEST) return UNKNOWN;
  const of = (other: ts.Node | undefined) => textsOf(other, depth + 1);
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return [node.text];
  if (ts.isTemplateExpression(node))
    return node.templateSpans.reduce<readonly string[]>(
      (texts, { expression, literal }) => joined(joined(texts, of(expression)), [literal.text]),
      [node.head.text],
    );
  if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node) || ts.isNonNullExpression(node))
    return of(node.expression);
  if (ts.isSpreadElement(node)) return of(node.expression);
  if (ts.isArrayLiteralExpression(node)) return node.elements.map(of).reduce(either, []);
  if (ts.isConditionalExpression(node)) return either(of(node.whenTrue), of(node.whenFalse));
  if (ts.isBinaryExpression(node)) {
    const { kind } = node.operatorToken;
    if (kind === ts.SyntaxKind.PlusToken) return joined(of(node.left), of(node.right));
    if (kind === ts.SyntaxKind.BarBarToken || kind === ts.SyntaxKind.QuestionQuestionToken)
      return either(of(node.left), of(node.right));
    return UNKNOWN;
  }
  if (ts.isIdentifier(node)) return textsOfName(node, depth);
  if (ts.isElementAccessExpression(node)) return memberTexts(node.expression, depth);
  if (ts.isCallExpression(node) && ts.isIdentifier(node.expression)) {
    const called = declarationOf(node.expression);
    const body = called && functionOf(called);
    return body ? resultsOf(body, depth) : UNKNOWN;
  }
  return UNKNOWN;
}

const joined = (left: readonly string[], right: readonly string[]) =>
  left.flatMap((start) => right.map((end) => start + end)).slice(0, MOST_FORMS);
const either = (left: readonly string[], right: readonly string[]) => [...new Set([...left, ...right])];

/** A variable that changes is more than what it begins with. */
const isConstant = ({ parent }: ts.VariableDeclaration) => (parent.flags & ts.NodeFlags.Const) !== 0;

function textsOfName(name: ts.Identifier, depth: number): readonly string[] {
  const declaration = declarationOf(name);
  if (declaration === undefined) return UNKNOWN;
  if (ts.isVariableDeclaration(declaration))
    return isConstant(declaration) ? textsOf(declaration.initializer, depth + 1) : UNKNOWN;
  if (!ts.isParameter(declaration)) return UNKNOWN;
  const { parent } = declaration;
  const at = parent.parameters.indexOf(declaration);
  const caller = functionName(parent);
  if (caller === undefined) return UNKNOWN;
  const given: (readonly string[])[] = [];
  visitNodes(name.getSourceFile(), (node) => {
    if (ts.isCallExpression(node) && node.expression.getText() === caller)
      given.push(
        node.arguments[at] === undefined
          ? textsOf(declaration.initializer, depth + 1)
          : textsOf(node.arguments[at], depth + 1),
      );
  });
  return given.length === 0 ? UNKNOWN : given.reduce(either);
}

/** Returns the texts of the members of a constant object or list. */
function memberTexts(node: ts.Expression, depth: number): readonly string[] {
  const declaration = ts.isIdentifier(node) ? declarationOf(node) : undefined;
  let value = declaration && ts.isVariableDeclaration(declaration) ? declaration.initializer : undefined;
  while (value && (ts.isAsExpression(value) || ts.isSatisfiesExpression(value))) value = value.expression;
  if (value === undefined) return UNKNOWN;
  const texts: (readonly string[])[] = [];
  if (ts.isObjectLiteralExpression(value))
    for (const member of value.properties)
      if (ts.isPropertyAssignment(member)) texts.push(textsOf(member.initializer, depth + 1));
  return texts.length === 0 ? UNKNOWN : texts.reduce(either);
}

/** Returns the texts that the functions of a file return. */
export function resultTexts(path: string): string[] {
  const texts = new Set<string>();
  visitNodes(sourceOf(path), (node) => {
    if (ts.isReturnStatement(node)) for (const text of textsOf(node.expression)) texts.add(text);
  });
  return [...texts];
}

function resultsOf(body: ts.FunctionLikeDeclaration, depth: number): readonly string[] {
  const texts: (readonly string[])[] = [];
  if (body.body && !ts.isBlock(body.body)) return textsOf(body.body, depth + 1);
  const collect = (node: ts.Node): void => {
    if (ts.isReturnStatement(node)) texts.push(textsOf(node.expression, depth + 1));
    // What an inner function returns is not what this one does.
    else if (!ts.isFunctionLike(node)) ts.forEachChild(node, collect);
  };
  if (body.body) ts.forEachChild(body.body, collect);
  return texts.length === 0 ? UNKNOWN : texts.reduce(either);
}

function functionName(node: ts.Node): string | undefined {
  if (ts.isFunctionDeclaration(node)) return node.name?.text;
  if (ts.isArrowFunction(node) && ts.isVariableDeclaration(node.parent)) return node.parent.name.getText();
  return undefined;
}

function functionOf(node: ts.Node): ts.FunctionLikeDeclaration | undefined {
  if (ts.isFunctionDeclaration(node)) return node;
  if (ts.isVariableDeclaration(node) && node.initializer && ts.isArrowFunction(node.initializer))
    return node.initializer;
  return undefined;
}

/** Finds what declares a name: the innermost scope around it, then the file that it is imported from. */
function declarationOf(name: ts.Identifier): ts.Declaration | undefined {
  let found: ts.Declaration | undefined;
  for (let scope: ts.Node = name; found === undefined; scope = scope.parent) {
    if (ts.isFunctionLike(scope)) found = scope.parameters.find((each) => each.name.getText() === name.text);
    if (ts.isBlock(scope) || ts.isSourceFile(scope) || ts.isCaseClause(scope))
      found ??= declaredIn(scope, name.text);
    if (scope.parent === undefined) break;
  }
  return found ?? importedAs(name.getSourceFile(), name.text);
}

function declaredIn(
  scope: ts.Block | ts.SourceFile | ts.CaseClause,
  name: string,
): ts.Declaration | undefined {
  for (const statement of scope.statements) {
    if (ts.isFunctionDeclaration(statement) && statement.name?.text === name) return statement;
    if (ts.isVariableStatement(statement))
      for (const each of statement.declarationList.declarations)
        if (each.name.getText() === name) return each;
  }
  return undefined;
}

function importedAs(source: ts.SourceFile, name: string): ts.Declaration | undefined {
  for (const statement of source.statements) {
    if (!ts.isImportDeclaration(statement) || !statement.importClause?.namedBindings) continue;
    const { namedBindings } = statement.importClause;
    if (!ts.isNamedImports(namedBindings)) continue;
    const element = namedBindings.elements.find((each) => each.name.text === name);
    if (element === undefined) continue;
    const path = join(dirname(source.fileName), (statement.moduleSpecifier as ts.StringLiteral).text);
    return existsSync(path)
      ? declaredIn(sourceOf(path), (element.propertyName ?? element.name).text)
      : undefined;
  }
  return undefined;
}
