import { fileURLToPath } from 'node:url';
import type { SourceChange } from './mutants.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** A plugin of Rolldown and of Vitest. */
export interface SourceChanger {
  name: string;
  transform(code: string, id: string): string | null;
  /** Errors: a file that was to be changed is not part of what was built. */
  checkAll(): void;
}

/**
 * Changes source files on the way into a bundle or a test; the files themselves stay.
 *
 * Errors: a text does not occur in its file exactly once.
 */
export function changeSource(changes: readonly SourceChange[]): SourceChanger {
  const missing = new Set(changes);
  return {
    name: 'changed source',
    transform(code, id) {
      let changed = code;
      for (const change of changes) {
        if (id !== `${ROOT}${change.file}`) continue;
        const parts = changed.split(change.text);
        if (parts.length !== 2) throw new Error(misfit(change, `${parts.length - 1} times, not once`));
        missing.delete(change);
        changed = parts.join(change.becomes);
      }
      return changed === code ? null : changed;
    },
    checkAll() {
      const [left] = missing;
      if (left) throw new Error(misfit(left, 'and is not part of what was built'));
    },
  };
}

function misfit({ file, text }: SourceChange, how: string): string {
  return `${file} has the text "${text}" ${how}: adapt test/simulation`;
}
