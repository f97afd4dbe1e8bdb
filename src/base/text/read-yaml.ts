import {
  isAlias,
  isCollection,
  isMap,
  isPair,
  isScalar,
  isSeq,
  LineCounter,
  parseDocument,
  visit,
  type Alias,
  type Document,
  type Node,
} from 'yaml';

/** A place in a YAML document: member names and list positions from the root. */
export type YamlPath = readonly (string | number)[];

/**
 * A parsed YAML text.
 *
 * Shape: `lineOf` returns the line, from 1, of a member's name or of a list's item; where the path leads nowhere, that of the last step that
 * exists. `faults` are those of the syntax; with any of them `value` is undefined.
 */
export interface YamlText {
  value: unknown;
  lineOf(path: YamlPath): number;
  faults: readonly { line: number; message: string }[];
}

/** Limits of aliases, and of the values that they repeat: without them, a few lines of YAML can expand to gigabytes. Each alias costs a pass over the document. */
const MAX_ALIASES = 100;
const MAX_REPEATED = 10_000;
const MAX_DEPTH = 64;

const CYCLE = 'an alias inside of its own anchor never ends: write the value out';
const TOO_MANY = `there are more than ${MAX_ALIASES} aliases: write the values out`;
const TOO_LARGE = `the aliases up to here repeat more than ${MAX_REPEATED} values: write the values out`;
const TOO_DEEP = `values are nested more than ${MAX_DEPTH} deep`;

/** Reads a YAML text. Guarantee: member names are unique and text; nothing in it is ever run. */
export function readYaml(text: string): YamlText {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, stringKeys: true, prettyErrors: false });
  const lineAt = (offset: number) => lines.linePos(offset).line;
  const lineOf = (path: YamlPath) => lineAt(offsetOf(document, path));
  const faults = [...document.errors, ...document.warnings].map(({ pos, message }) => ({
    line: lineAt(pos[0]),
    // Of the parser, whose depth is that of the document.
    message: /call stack/.test(message) ? TOO_DEEP : message.replace(/\s+/g, ' '),
  }));
  const found = faults.length > 0 ? [] : boundsOf(document);
  faults.push(...found.map(({ offset, message }) => ({ line: lineAt(offset), message })));
  if (faults.length > 0) return { value: undefined, lineOf, faults };
  try {
    return { value: document.toJS({ maxAliasCount: -1 }) as unknown, lineOf, faults };
  } catch (error) {
    return { value: undefined, lineOf, faults: [{ line: 1, message: (error as Error).message }] };
  }
}

/** Returns where a document exceeds the limits of this reader, or has an alias that stands for a value which contains it. */
function boundsOf(document: Document): { offset: number; message: string }[] {
  const aliases: { alias: Alias; offset: number }[] = [];
  let fault: { offset: number; message: string } | undefined;
  visit(document, {
    Node(_, node, path) {
      const offset = node.range?.[0] ?? 0;
      if (isAlias(node)) aliases.push({ alias: node, offset });
      const isDeep = path.length > MAX_DEPTH && path.filter(isCollection).length > MAX_DEPTH;
      if (isDeep) fault = { offset, message: TOO_DEEP };
      else if (aliases.length > MAX_ALIASES) fault = { offset, message: TOO_MANY };
      return fault ? visit.BREAK : undefined;
    },
  });
  if (fault) return [fault];
  const resolved = aliases.map(({ alias, offset }) => ({ offset, source: alias.resolve(document) }));
  const cycles = resolved.filter(({ offset, source }) => {
    const [start, , end] = source?.range ?? [];
    return start !== undefined && end !== undefined && start <= offset && offset < end;
  });
  if (cycles.length > 0) return cycles.map(({ offset }) => ({ offset, message: CYCLE }));
  const sizeOf = createSizes(document);
  let repeated = 0;
  const tooLarge = resolved.find(({ source }) => (repeated += sizeOf(source)) > MAX_REPEATED);
  return tooLarge ? [{ offset: tooLarge.offset, message: TOO_LARGE }] : [];
}

/** Returns the function that counts the values of a node without cycles, aliases expanded. */
function createSizes(document: Document): (node: unknown) => number {
  const known = new Map<unknown, number>();
  function sizeOf(node: unknown): number {
    let size = known.get(node);
    if (size !== undefined) return size;
    size = 1;
    if (isAlias(node)) size = sizeOf(node.resolve(document));
    else if (isPair(node)) size = sizeOf(node.value);
    else if (isCollection(node)) for (const item of node.items) size += sizeOf(item);
    known.set(node, size);
    return size;
  }
  return sizeOf;
}

function offsetOf(document: Document, path: YamlPath): number {
  let node: Node | null | undefined = document.contents;
  let offset = node?.range?.[0] ?? 0;
  for (const step of path) {
    if (isAlias(node)) node = node.resolve(document);
    if (isMap(node)) {
      const pair = node.items.find(({ key }) => isScalar(key) && key.value === step);
      if (!pair) return offset;
      offset = (pair.key as Node).range?.[0] ?? offset;
      node = pair.value as Node | null;
    } else if (isSeq(node)) {
      const item = node.items[Number(step)] as Node | undefined;
      if (!item) return offset;
      offset = item.range?.[0] ?? offset;
      node = item;
    } else return offset;
  }
  return offset;
}
