import {
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  parseDocument,
  visit,
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

/** Limit of the nodes that aliases repeat: without it, a few lines of YAML can expand to gigabytes. */
const MAX_ALIASES = 50;

const CYCLE = 'an alias inside of its own anchor never ends: write the value out';

/** Reads a YAML text. Guarantee: member names are unique and text; nothing in it is ever run. */
export function readYaml(text: string): YamlText {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, stringKeys: true, prettyErrors: false });
  const lineAt = (offset: number) => lines.linePos(offset).line;
  const faults = [...document.errors, ...document.warnings].map(({ pos, message }) => ({
    line: lineAt(pos[0]),
    message: message.replace(/\s+/g, ' '),
  }));
  const lineOf = (path: YamlPath) => lineAt(offsetOf(document, path));
  faults.push(...cyclesOf(document).map((offset) => ({ line: lineAt(offset), message: CYCLE })));
  if (faults.length > 0) return { value: undefined, lineOf, faults };
  try {
    return { value: document.toJS({ maxAliasCount: MAX_ALIASES }) as unknown, lineOf, faults };
  } catch (error) {
    return { value: undefined, lineOf, faults: [{ line: 1, message: (error as Error).message }] };
  }
}

/** Returns the offsets of the aliases that stand for a value which contains them. */
function cyclesOf(document: Document): number[] {
  const offsets: number[] = [];
  visit(document, {
    Alias(_, alias) {
      const [start, , end] = alias.resolve(document)?.range ?? [];
      const at = alias.range?.[0];
      if (at !== undefined && start !== undefined && end !== undefined && start <= at && at < end)
        offsets.push(at);
    },
  });
  return offsets;
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
