import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { CliIo, OutputStream } from './io.ts';

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
