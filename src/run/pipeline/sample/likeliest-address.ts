import { cellText } from '../../../base/text/cell-text.ts';
import { HEADER_SEPARATOR, looksLikeValue } from '../../../base/text/header-names.ts';
import { messagesIn } from '../../../base/messages/message.ts';
import { addressTemplate, noColumnLike } from '../../stages/find-columns.ts';
import type { PlannedStages } from '../plan-stages.ts';
import type { Sample } from './read-sample.ts';

const DEPTH_MAX = 4;

/** Adds to faults that no column is known as an address what the sample has: the members of its objects, and the column whose values are likeliest addresses. */
export function withLikeliest(faults: PlannedStages['faults'], sample: Sample): PlannedStages['faults'] {
  const values = valuesByPath(sample);
  const columns = [...values.keys()];
  const likeliest = likeliestAddress(values);
  return faults.map((fault) =>
    isUnknownAddress(fault) ? { ...fault, message: noColumnLike('address', columns, likeliest) } : fault,
  );
}

/** Reports whether a fault says that no column is known as an address. */
export function isUnknownAddress({ message }: PlannedStages['faults'][number]): boolean {
  return messagesIn(message).some(
    ({ code, values }) => code === 'stage.noColumnLike' && values?.what === 'address',
  );
}

/** Returns the texts of a sample by the columns, of objects by the paths of their members. */
function valuesByPath({ columns, rows }: Sample): Map<string, string[]> {
  const values = new Map<string, string[]>();
  const add = (path: string, value: unknown, depth: number): void => {
    const members = typeof value === 'object' && value !== null && !Array.isArray(value) && depth < DEPTH_MAX;
    if (members)
      for (const [name, member] of Object.entries(value)) add(`${path}.${name}`, member, depth + 1);
    else values.set(path, [...(values.get(path) ?? []), cellText(value)]);
  };
  for (const { cells } of rows) columns.forEach((column, at) => add(column, cells[at], 0));
  return values;
}

/** Returns the template of the likeliest address: by the names of members, or the column most of whose values look like one. */
function likeliestAddress(values: ReadonlyMap<string, readonly string[]>): string | undefined {
  const paths = [...values.keys()];
  const named = addressTemplate(paths.map((path) => path.replaceAll('.', HEADER_SEPARATOR)));
  if (named !== undefined) return named.replaceAll(HEADER_SEPARATOR, '.');
  const [best] = paths
    .map((path) => {
      const texts = (values.get(path) ?? []).filter((text) => text !== '');
      const like = texts.filter(
        (text) => text.includes(',') && /\p{L}/u.test(text) && looksLikeValue(text),
      ).length;
      return { path, share: like / Math.max(1, texts.length) };
    })
    .sort((a, b) => b.share - a.share);
  return best !== undefined && best.share >= 0.5 ? `{${best.path}}` : undefined;
}
