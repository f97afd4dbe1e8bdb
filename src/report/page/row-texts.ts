import { foldCode } from '../../text/fold.ts';
import { TEXT_SEPARATOR, TEXTS_IN_BLOCK } from '../data/report-facts.ts';

/** The texts of a row. */
export interface RowTexts {
  input: string;
  match: string;
}

const LF = 10;
/** Decoded blocks that are kept. */
const MOST_BLOCKS = 12;

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

/** A block of folded texts, with the place of each line. */
interface FoldedBlock {
  text: string;
  starts: Uint32Array;
}

/** Builds the store of a number of rows over their compressed blocks. */
export function createTextStore(count: number, readBlock: (block: number) => Promise<string>): TextStore {
  const blocks = new Map<number, string[]>();
  const waiting = new Map<number, (() => void)[]>();
  const folded: FoldedBlock[] = [];
  let prepared: Promise<void> | undefined;
  let isPrepared = false;

  async function load(block: number): Promise<void> {
    const lines = (await readBlock(block)).split('\n');
    blocks.set(block, lines);
    // The block that was read first is the oldest key.
    if (blocks.size > MOST_BLOCKS) blocks.delete(blocks.keys().next().value as number);
    const calls = waiting.get(block) ?? [];
    waiting.delete(block);
    for (const call of calls) call();
  }

  return {
    get(row, then) {
      const block = Math.floor(row / TEXTS_IN_BLOCK);
      const line = blocks.get(block)?.[row % TEXTS_IN_BLOCK];
      if (line !== undefined) {
        const at = line.indexOf(TEXT_SEPARATOR);
        return { input: line.slice(0, at), match: line.slice(at + 1) };
      }
      const calls = waiting.get(block);
      if (calls) calls.push(then);
      else {
        waiting.set(block, [then]);
        void load(block);
      }
      return undefined;
    },
    prepare() {
      prepared ??= (async () => {
        for (let block = 0; block * TEXTS_IN_BLOCK < count; block += 1) {
          folded.push(foldBlock(await readBlock(block)));
          // The page answers between two blocks.
          await new Promise((resolve) => setTimeout(resolve));
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
      folded.forEach((block, at) => searchBlock(block, words, found, at * TEXTS_IN_BLOCK));
      return found;
    },
  };
}

/** Returns a text in the form of the searches: without diacritics, in lower case. */
export function foldText(text: string): string {
  let folded = '';
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    folded += code === LF ? '\n' : foldCode(code);
  }
  return folded;
}

function foldBlock(text: string): FoldedBlock {
  const folded = foldText(text);
  const starts: number[] = [0];
  for (let at = folded.indexOf('\n'); at >= 0; at = folded.indexOf('\n', at + 1)) starts.push(at + 1);
  starts.push(folded.length + 1);
  return { text: folded, starts: Uint32Array.from(starts) };
}

/** Marks the lines of a block that have all words: those with the longest word, which is the rarest, are looked at. */
function searchBlock({ text, starts }: FoldedBlock, words: readonly string[], found: Uint8Array, first: number) {
  const [longest = '', ...others] = [...words].sort((a, b) => b.length - a.length);
  let line = 0;
  for (let at = text.indexOf(longest); at >= 0; at = text.indexOf(longest, starts[line])) {
    while ((starts[line + 1] as number) <= at) line += 1;
    const end = starts[line + 1] as number;
    if (others.length === 0) found[first + line] = 1;
    else {
      const part = text.slice(starts[line], end);
      if (others.every((word) => part.includes(word))) found[first + line] = 1;
    }
    line += 1;
    if (line + 1 >= starts.length) return;
  }
}
