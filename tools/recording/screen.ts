/** A line of a screen. Shape: `isDim` where it was written in a faint colour. */
export interface ScreenLine {
  text: string;
  isDim: boolean;
}

/** A terminal of which only what the command line uses is understood: new lines, returns, erased lines, faint text. */
export interface Screen {
  write(text: string): void;
  /** The lines so far, the last one included. */
  lines(): readonly ScreenLine[];
}

const TOKEN = /\r|\n|\u001b\[([0-9;]*)([A-Za-z])|\u001b\]8;;[^\u001b]*\u001b\\|[^\r\n\u001b]+/g;

/** Creates an empty screen. */
export function createScreen(): Screen {
  const lines: ScreenLine[] = [{ text: '', isDim: false }];
  let isDim = false;
  const change = (line: ScreenLine) => lines.splice(-1, 1, line);
  return {
    write(text) {
      for (const [token, parameters, command] of text.matchAll(TOKEN)) {
        const last = lines.at(-1)!;
        if (token === '\n') lines.push({ text: '', isDim: false });
        else if (token === '\r' || command === 'K') change({ text: '', isDim: false });
        else if (command === 'm') isDim = parameters === '2' || (isDim && parameters !== '22');
        else if (command === undefined && !token.startsWith('\u001b'))
          change({ text: last.text + token, isDim: last.isDim || isDim });
      }
    },
    lines: () => lines.map((line) => ({ ...line })),
  };
}
