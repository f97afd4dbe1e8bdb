import { foldCode } from '../../base/text/fold.ts';
import { ROWS_IN_TEXT_BLOCK, type TextColumns } from '../../report/data/packed-rows.ts';

/** The texts of a row: its cells of the input, and the match. */
export interface RowTexts {
  input: string[];
  match: string;
}

const LF = 10;

/** The texts of the rows, decoded when they are needed. */
export interface TextStore {
  /** Returns the texts of a row, undefined until its block is decoded; `then` is called when it is. */
  get(row: number, then: () => void): RowTexts | undefined;
  /** Decodes and folds all texts for searches; called again it returns the same promise. */
  prepare(): Promise<void>;
  isPrepared(): boolean;
  /** Returns 1 for each row that has all words of a question, 0 for others; undefined for no word. */
  search(question: string): Uint8Array | undefined;
}

/** The folded texts of a block, a line for each row. Shape: line `n` begins at `starts[n]`; one more start is behind the last. */
interface FoldedLines {
  text: string;
  starts: Uint32Array;
}

/** Builds the store of a number of rows over their compressed blocks. */
export function createTextStore(
  count: number,
  readBlock: (block: number) => Promise<TextColumns>,
): TextStore {
  const blocks: (TextColumns | undefined)[] = [];
  const waiting = new Map<number, Set<() => void>>();
  const reads = new Map<number, Promise<TextColumns>>();
  /** By block. */
  const folded: FoldedLines[] = [];
  let prepared: Promise<void> | undefined;
  let isPrepared = false;

  function load(block: number): Promise<TextColumns> {
    let read = reads.get(block);
    if (!read) {
      read = readBlock(block).then((columns) => (blocks[block] = columns));
      reads.set(block, read);
    }
    return read;
  }

  return {
    get(row, then) {
      const block = Math.floor(row / ROWS_IN_TEXT_BLOCK);
      const columns = blocks[block];
      if (columns) {
        const texts = columns.map((column) => column[row % ROWS_IN_TEXT_BLOCK] ?? '');
        return { match: texts.pop() ?? '', input: texts };
      }
      const calls = waiting.get(block) ?? new Set();
      calls.add(then);
      if (calls.size === 1) {
        waiting.set(block, calls);
        void load(block).then(() => {
          waiting.delete(block);
          for (const call of calls) call();
        });
      }
      return undefined;
    },
    prepare() {
      prepared ??= (async () => {
        for (let block = 0; block * ROWS_IN_TEXT_BLOCK < count; block += 1) {
          folded.push(await foldLines(await load(block)));
        }
        isPrepared = true;
      })();
      return prepared;
    },
    isPrepared: () => isPrepared,
    search(question) {
      const words = foldText(question).split(' ').filter(Boolean);
      if (words.length === 0) return undefined;
      const found = new Uint8Array(count);
      const hits = new Uint8Array(Math.min(count, ROWS_IN_TEXT_BLOCK));
      folded.forEach((block, at) => {
        const rows = block.starts.length - 1;
        const first = at * ROWS_IN_TEXT_BLOCK;
        found.fill(1, first, first + rows);
        for (const word of words) {
          hits.fill(0);
          markLines(block, word, hits);
          for (let row = 0; row < rows; row += 1)
            found[first + row] = (found[first + row] as number) & (hits[row] as number);
        }
      });
      return found;
    },
  };
}

/** No characters: they stand for a code that is left out, and for one that is folded into several. */
const [NONE, SEVERAL] = [0xffff, 0xfffe];
/** The folded code of each code. A table and a buffer are many times as fast as joining characters. */
let codes: Uint16Array | undefined;

const foldedOf = (code: number) => (code === LF ? '\n' : foldCode(code));
const foldedCodes = () =>
  Uint16Array.from({ length: 0x10000 }, (_, code) => {
    const folded = foldedOf(code);
    return folded === '' ? NONE : folded.length > 1 ? SEVERAL : folded.charCodeAt(0);
  });

/** Returns a text in the form of the searches: without diacritics, in lower case; line feeds stay. */
export function foldText(text: string): string {
  codes ??= foldedCodes();
  const folded = new Uint16Array(text.length);
  let size = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = codes[text.charCodeAt(at)]!;
    if (code === SEVERAL) return text.replace(/[^]/g, (char) => foldedOf(char.charCodeAt(0)));
    if (code !== NONE) folded[size++] = code;
  }
  return new TextDecoder('utf-16le').decode(folded.subarray(0, size));
}

const ROWS_AT_ONCE = 4096;

/** Folds the texts of a block into a line for each row, in parts between which the page answers. */
async function foldLines(columns: TextColumns): Promise<FoldedLines> {
  const rows = columns[0]?.length ?? 0;
  const parts: string[] = [];
  for (let from = 0; from < rows; from += ROWS_AT_ONCE) {
    const lines: string[] = [];
    for (let row = from; row < Math.min(rows, from + ROWS_AT_ONCE); row += 1)
      lines.push(columns.map((column) => column[row]).join(' '));
    parts.push(foldText(lines.join('\n')));
    await new Promise((resolve) => setTimeout(resolve));
  }
  const text = parts.join('\n');
  const starts: number[] = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  starts.push(text.length + 1);
  return { text, starts: Uint32Array.from(starts) };
}

/** Marks the lines that have a word. */
function markLines({ text, starts }: FoldedLines, word: string, hits: Uint8Array): void {
  let line = 0;
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, starts[line])) {
    while ((starts[line + 1] as number) <= at) line += 1;
    hits[line] = 1;
    line += 1;
    if (line + 1 >= starts.length) return;
  }
}
