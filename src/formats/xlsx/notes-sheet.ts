import type { DerivedSource } from '../output-format.ts';
import { FROM_INPUT } from '../record.ts';
import { describeInVietnamese, unitInVietnamese } from './vietnamese-notes.ts';

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
  const added = columns.filter(({ description }) => description !== '' && description !== FROM_INPUT);
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
    ...added.map(({ name, description, vietnamese, unit = '' }) => ({
      cells: [
        name,
        description,
        vietnamese ?? describeInVietnamese(description) ?? '',
        [unit, unitInVietnamese(unit)].filter((text) => text !== '').join(' / '),
      ],
    })),
  ];
}
