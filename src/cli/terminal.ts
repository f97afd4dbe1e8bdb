import pc from 'picocolors';
import { formatMessage, type Catalogue } from '../base/messages/format-message.ts';
import { ENGLISH, type Message } from '../base/messages/message.ts';
import { printable } from '../base/text/printable.ts';
import { languageOf } from '../runtime/environment.ts';
import type { CliIo, OutputStream } from './io.ts';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

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

const PROGRAMS = ['iTerm.app', 'WezTerm', 'vscode', 'ghostty', 'Hyper', 'rio', 'Tabby'];
const TERMS = ['xterm-kitty', 'xterm-ghostty', 'alacritty', 'foot', 'contour'];
/** The first version of VTE (GNOME Terminal and others) with links. */
const VTE_LINKS = 5000;

/** Reports whether a terminal shows links (OSC 8). Shape: `FORCE_HYPERLINK` decides where it is set. Source: what the programs set in the environment. */
export function hasLinks(stream: OutputStream, env: CliIo['env']): boolean {
  if (env.FORCE_HYPERLINK !== undefined) return env.FORCE_HYPERLINK !== '0';
  if (stream.isTTY !== true || env.TERM === 'dumb') return false;
  return (
    Number(env.VTE_VERSION ?? 0) >= VTE_LINKS ||
    env.WT_SESSION !== undefined ||
    env.KONSOLE_VERSION !== undefined ||
    PROGRAMS.includes(env.TERM_PROGRAM ?? '') ||
    TERMS.includes(env.TERM ?? '')
  );
}

/** Returns a path as a link to its file. Shape: the path is shown as it is given. */
export function fileLink(path: string): string {
  return `\u001b]8;;${pathToFileURL(resolve(path)).href}\u001b\\${path}\u001b]8;;\u001b\\`;
}

/** Returns the colour functions for a stream: active on a terminal unless `NO_COLOR` is set, or if `FORCE_COLOR` is set. */
export function colorsFor(stream: OutputStream, env: CliIo['env']) {
  const wanted = Boolean(env.FORCE_COLOR) || (stream.isTTY === true && env.TERM !== 'dumb');
  return pc.createColors(wanted && !env.NO_COLOR);
}

/** Returns the texts of the language that an environment asks for. Cost: those of another language than English are loaded here. */
export async function catalogueFor(env: CliIo['env']): Promise<Catalogue> {
  const language = languageOf(env);
  if (language === undefined || language === 'en') return ENGLISH;
  return (await import('../base/messages/catalogues.ts')).CATALOGUES[language];
}

/** Returns a message in the language of the terminal; a text as it is. */
export function textFor({ catalogue = ENGLISH }: Pick<CliIo, 'catalogue'>, said: Message | string): string {
  return typeof said === 'string' ? said : formatMessage(said, catalogue);
}

/** Writes a line to a stream, without what a terminal would execute. */
export function printLine(stream: OutputStream, text: string): void {
  stream.write(`${printable(text)}\n`);
}

/** Writes a message to the error stream, after the name of the program. */
export function say(io: Pick<CliIo, 'stderr' | 'catalogue'>, said: Message | string): void {
  printLine(io.stderr, `geomill: ${textFor(io, said)}`);
}
