import { uniqueNames } from '../../formats/unique-names.ts';

/** The names of some columns in the output, no two of them equal, and a sentence for the user for each kind of change. */
export interface NamedColumns {
  names: readonly string[];
  findings: readonly string[];
}

const SHOWN_NAMES = 5;

/**
 * Names the columns of an input: a second column of one name gets a suffix (`name_2`), one without a name is called by its number (`column_3`).
 *
 * Guarantee: depends on the names only; unique names are unchanged.
 */
export function nameInputColumns(columns: readonly string[]): NamedColumns {
  const filled = columns.map((name, at) => (name.trim() === '' ? `column_${at + 1}` : name));
  const names = uniqueNames(filled);
  const findings: string[] = [];
  const unnamed = filled.filter((name, at) => name !== columns[at]);
  if (unnamed.length > 0) findings.push(`columns without a name are called ${listed(unnamed)}`);
  const repeated = new Map<string, string[]>();
  filled.forEach((name, at) => {
    const unique = names[at] as string;
    const later = repeated.get(name) ?? [];
    if (unique !== name) later.push(unique);
    if (later.length === 1) repeated.set(name, later);
  });
  for (const [name, later] of [...repeated].slice(0, SHOWN_NAMES))
    findings.push(
      `${later.length + 1} columns are called "${name}": here and in the results the later ${later.length === 1 ? 'one is' : 'ones are'} ${listed(later)}`,
    );
  if (repeated.size > SHOWN_NAMES)
    findings.push(
      `${repeated.size - SHOWN_NAMES} more names are those of several columns: the later ones get a suffix`,
    );
  return { names, findings };
}

/** Names the columns of a stage, after those that are there already. */
export function nameStageColumns(
  stage: string,
  columns: readonly string[],
  taken: readonly string[],
): NamedColumns {
  const names = uniqueNames([...taken, ...columns]).slice(taken.length);
  const changed = names.filter((name, at) => name !== columns[at]);
  if (changed.length === 0) return { names, findings: [] };
  const finding = `the input already has columns of the stage ${stage}, which are kept; the new ones are called ${listed(changed)} (another name for the stage, "as: ${stage}_again", avoids that)`;
  return { names, findings: [finding] };
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, SHOWN_NAMES).map((name) => `"${name}"`);
  const more = names.length - shown.length;
  return `${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
