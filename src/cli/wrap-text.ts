import type { OutputStream } from './io.ts';

/** A label, or the space in its place, under which the rest of a line is continued. */
const LABEL = /^(?: {2,}\S+ {2,}| +)/;
const DEFAULT_COLUMNS = 80;

/** Breaks lines between words, so that none is longer than a terminal is wide. Shape: a longer word stays whole; the rest of a line begins below its text. */
export function wrapText(text: string, columns: number): string {
  return text
    .split('\n')
    .map((line) => wrapLine(line, columns))
    .join('\n');
}

function wrapLine(line: string, columns: number): string {
  const label = LABEL.exec(line)?.[0] ?? '';
  const indent = ' '.repeat(label.length);
  const lines: string[] = [];
  let current = label;
  let isEmpty = true;
  for (const word of line.slice(label.length).split(' ')) {
    if (!isEmpty && [...current].length + 1 + [...word].length > columns) {
      lines.push(current);
      current = indent + word;
    } else current += isEmpty ? word : ` ${word}`;
    isEmpty = false;
  }
  return [...lines, current].join('\n');
}

/** Returns a text as it is written to a stream: broken into lines on a terminal, unchanged elsewhere. */
export function wrapFor(stream: OutputStream, text: string): string {
  return stream.isTTY === true ? wrapText(text, stream.columns ?? DEFAULT_COLUMNS) : text;
}
