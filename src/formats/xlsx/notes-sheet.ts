import { textIn } from '../../base/messages/catalogues.ts';
import { englishText } from '../../base/messages/message.ts';
import type { DerivedSource } from '../output-format.ts';
import { FROM_INPUT } from '../record.ts';

/** A row of the sheet `notes`: cells from the first column on. */
export interface NotesRow {
  cells: readonly string[];
  isHeader?: boolean;
}

/**
 * Returns the sheet that explains the results in English and Vietnamese: what they were made from, and each column that was added.
 *
 * Shape: empty for a table without descriptions.
 */
export function notesRows({ columns, origin }: Pick<DerivedSource, 'columns' | 'origin'>): NotesRow[] {
  const added = columns.flatMap(({ name, description, unit }) =>
    description && description.code !== FROM_INPUT.code ? [{ name, description, unit }] : [],
  );
  if (added.length === 0) return [];
  const facts: NotesRow[] =
    origin === undefined
      ? []
      : [
          { cells: ['input / tệp đầu vào', origin.input] },
          { cells: ['job / công việc', origin.job] },
          { cells: ['data / dữ liệu', origin.data] },
          { cells: [] },
        ];
  return [
    ...facts,
    { cells: ['column / cột', 'meaning', 'ý nghĩa', 'unit / đơn vị'], isHeader: true },
    ...added.map(({ name, description, unit }) => ({
      cells: [
        name,
        englishText(description),
        textIn(description, 'vi'),
        unit ? `${englishText(unit)} / ${textIn(unit, 'vi')}` : '',
      ],
    })),
  ];
}
