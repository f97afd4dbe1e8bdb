import { fold } from '../base/text/fold.ts';

/** What a row below a header says of its columns: their numbers, what they are for, or what a row looks like. */
export type LegendKind = 'numbering' | 'description' | 'example';

const CHARACTERS_MAX = 300;
/** How the first cell of an example begins, folded. */
const EXAMPLE = /^\(?(?:vd|v\.d\.?|vi du|e\.?g\.?|example)\s*[:.)]/;
/** What a template says of a column alone, folded. */
const NEED = /^\(?(?:(?:khong )?bat buoc|tuy chon|required|mandatory|optional)\)?[.*]?$/;

const keyOf = (text: string) => fold(text).replace(/[^a-z0-9]/g, '');

/**
 * Returns the kind of the first row below a header where it is no data, as templates of shops and carriers have one.
 *
 * Shape: `columns` are names by their index; `isStated` where the rows of the header are stated: then only numbers are no data.
 */
export function legendKind(
  cells: readonly (string | number | boolean | undefined)[],
  columns: ReadonlyMap<number, string>,
  isStated: boolean,
): LegendKind | undefined {
  const filled = [...columns].flatMap(([at, name]) => {
    const cell = cells[at];
    return cell === undefined || cell === '' ? [] : [{ name, text: String(cell).slice(0, CHARACTERS_MAX) }];
  });
  if (filled.length < 3) return undefined;
  const texts = filled.map(({ text }) => fold(text.trim()));
  if (filled.length >= columns.size * 0.8 && isNumbering(texts)) return 'numbering';
  if (isStated) return undefined;
  if (EXAMPLE.test(texts[0] as string)) return 'example';
  if (filled.length < columns.size * 0.6) return undefined;
  if (texts.every((text) => NEED.test(text))) return 'description';
  // Sentences that repeat the names of their columns.
  const sentences = texts.filter((text) => /[a-z]\.$/.test(text)).length;
  const named = filled.filter(({ name, text }) => keyOf(text).includes(keyOf(name))).length;
  return sentences >= filled.length * 0.8 && named >= filled.length * 0.5 ? 'description' : undefined;
}

/** Reports whether texts number the columns: 1, 2, 3 or (1), (2), (3), with letters among them. */
function isNumbering(marks: readonly string[]): boolean {
  if (!marks.every((mark) => /^\(?(?:[1-9]\d?|[A-Z])\)?$/i.test(mark))) return false;
  const numbers = marks.map((mark) => Number(mark.replace(/\D/g, ''))).filter((number) => number > 0);
  return (
    numbers.length >= 2 &&
    numbers.every((number, at) => number === at + (numbers[0] as number)) &&
    numbers[0] === 1
  );
}
