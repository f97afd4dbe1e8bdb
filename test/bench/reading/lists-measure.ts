import { percent, whole, type Table } from '../table.ts';
import type { Answer, Faces } from './faces.ts';
import { judgeLine, type LineFault } from './judge-line.ts';
import type { List, ListRow } from './lists.ts';
import type { PeerAnswer } from './peer.ts';

/** What became of one row of a list. */
export interface JudgedRow {
  list: string;
  row: ListRow;
  line: string;
  isAccepted: boolean;
  isRightWard: boolean;
  fault: LineFault;
}

/** Converts lists by the job, as their user would; those of the same columns and options in one run, since its start takes longer than some hundred rows. */
export async function convertLists(faces: Faces, lists: readonly List[]): Promise<JudgedRow[]> {
  const judged: JudgedRow[] = [];
  const keyOf = ({ columns, options }: List): string => JSON.stringify([columns, options]);
  for (const key of new Set(lists.map(keyOf))) {
    const own = lists.filter((list) => keyOf(list) === key);
    const rows = own.flatMap((list) => list.rows.map((row) => ({ list: list.name, row })));
    const answers = await convertList(faces, { ...(own[0] as List), rows: rows.map(({ row }) => row) });
    judged.push(...rows.map(({ list, row }, at) => judgeRow(list, row, answers[at] as Answer)));
  }
  return judged;
}

const convertList = (faces: Faces, { columns, options, rows }: List): Promise<Answer[]> =>
  faces.runRows(
    'convert',
    options,
    columns,
    rows.map(({ cells }) => cells),
  );

/** Converts lists by a lookup of names, their cells joined by commas. */
export function convertListsByPeer(
  peer: (text: string) => PeerAnswer | undefined,
  lists: readonly List[],
): JudgedRow[] {
  return lists.flatMap(({ name, rows }) =>
    rows.map((row) => {
      const { code = '', line = '', province = '' } = peer(row.cells.join(', ')) ?? {};
      const ward = line.split(', ').at(-2) ?? '';
      return judgeRow(name, row, {
        wardCode: code,
        ward,
        province,
        line,
        verdict: code === '' ? 'reject' : 'accept',
      });
    }),
  );
}

function judgeRow(
  list: string,
  row: ListRow,
  answer: Pick<Answer, 'wardCode' | 'ward' | 'province' | 'line' | 'verdict'>,
): JudgedRow {
  return {
    ...{ list, row, line: answer.line },
    isAccepted: answer.verdict === 'accept',
    isRightWard: row.codes.includes(answer.wardCode),
    fault: judgeLine(answer.line, row.kept, answer),
  };
}

/** Whether a row was accepted and is wrong: another ward, a contradiction, or a word of the user lost, doubled or moved. */
export const isAcceptedWrong = ({ row, isAccepted, isRightWard, fault }: JudgedRow): boolean =>
  isAccepted &&
  (row.isContradictory ||
    !isRightWard ||
    fault === 'word lost' ||
    fault === 'word doubled' ||
    fault === 'order');

/** Counts the rows of each list and half. */
export function listsTable(title: string, judged: readonly JudgedRow[]): Table {
  const names = [...new Set(judged.map(({ list }) => list)), 'all'];
  const rows = names.flatMap((name) =>
    [true, false].map((isDevelopment) => {
      const own = judged.filter(
        ({ list, row }) => (name === 'all' || list === name) && row.isDevelopment === isDevelopment,
      );
      const accepted = own.filter(({ isAccepted }) => isAccepted);
      const right = own.filter(({ row, isRightWard }) => !row.isContradictory && isRightWard);
      const count = (of: readonly JudgedRow[], is: (each: JudgedRow) => boolean): number =>
        of.filter(is).length;
      const share = (part: number, of: readonly JudgedRow[]): string =>
        of.length === 0 ? '' : percent(part / of.length);
      return [
        name,
        isDevelopment ? 'development' : 'kept aside',
        whole(own.length),
        share(
          right.length,
          own.filter(({ row }) => !row.isContradictory),
        ),
        share(accepted.length, own),
        share(
          count(right, ({ isAccepted }) => isAccepted),
          right,
        ),
        share(
          count(accepted, ({ fault }) => fault === 'rest of a unit'),
          accepted,
        ),
        share(
          count(accepted, ({ fault }) => fault === 'country in front'),
          accepted,
        ),
        share(count(accepted, isAcceptedWrong), accepted),
        whole(count(accepted, ({ row, isRightWard }) => !row.isContradictory && !isRightWard)),
        whole(count(accepted, ({ row }) => row.isContradictory)),
        whole(
          count(
            accepted,
            ({ fault }) => fault !== '' && fault !== 'rest of a unit' && fault !== 'country in front',
          ),
        ),
      ];
    }),
  );
  const columns = [
    '',
    'half',
    'rows',
    'right ward',
    'accepted',
    'of right ones',
    'rest of a unit',
    'country in front',
  ];
  return {
    title,
    columns: [...columns, 'accepted and wrong', 'ward', 'contradiction', 'word lost or doubled'],
    rows,
    notes: [
      'right ward: of the rows without a contradiction; rest, country and wrong: of the accepted rows; the last three columns are counts of accepted rows',
    ],
  };
}
