/** Lines of a reason to keep: the builder's own come first, then what the C++ runtime adds. */
const KEPT_LINES = 5;
const LINE_CHARACTERS = 500;

/** Collects why the tile builder failed from what it prints. */
export interface BuilderReason {
  add(text: string): void;
  /** Returns the reason on one line; empty if the builder printed none. */
  text(): string;
}

/**
 * Returns a collector for the output of Valhalla's tile builder.
 *
 * Shape: progress lines, colours and times are left out, and so is the usage text that follows a wrong argument.
 */
export function createBuilderReason(): BuilderReason {
  const lines: string[] = [];
  let rest = '';
  let isUsage = false;
  const addLine = (line: string) => {
    // The builder colours its lines for a terminal.
    const plain = line
      .replace(/\u001b\[[\d;]*m/g, '')
      .replace(/^\d{4}\/\d\d\/\d\d [\d:.]+ /, '')
      .trim();
    isUsage ||= /^(?:Usage:|valhalla_build_tiles \d)/.test(plain);
    if (isUsage || plain === '' || /^\[(?:INFO|DEBUG|TRACE)\]/.test(plain)) return;
    lines.push(plain.replace(/^\[(?:ERROR|FATAL)\] /, '').slice(0, LINE_CHARACTERS));
    if (lines.length > KEPT_LINES) lines.shift();
  };
  return {
    add(text) {
      const parts = (rest + text).split('\n');
      rest = (parts.pop() ?? '').slice(0, LINE_CHARACTERS * 2);
      parts.forEach(addLine);
    },
    text() {
      addLine(rest);
      rest = '';
      return lines.join(' ');
    },
  };
}
