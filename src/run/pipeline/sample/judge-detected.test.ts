import { describe, expect, it } from 'vitest';
import { detectDelivery } from '../../stages/route-detection.ts';
import { judgeDetected } from './judgement.ts';
import { inEnglish } from '../../../../test/support/in-english.ts';

const COLUMNS = ['open', 'close', 'kg'];

function judge(rows: string[][], capacity?: number) {
  const { detected } = detectDelivery({ batch: '{van}', capacity }, COLUMNS);
  return judgeDetected('route', detected, COLUMNS, rows);
}

describe('judgeDetected', () => {
  it('doubts a column that has not what its name says, and states the others', () => {
    const rows = Array.from({ length: 10 }, (_, at) => [at < 5 ? 'yes' : '8h', '17:00', '']);
    expect(inEnglish(judge(rows))).toEqual([
      {
        rule: 'detected',
        sentence:
          '50 % of the cells of {open}, which its name says to be open_from, are no time of day, such as "yes"',
        sets: ['route.detect_columns=false', 'route.open_until={close}'],
      },
    ]);
  });

  it('states a load only with the capacity that it needs', () => {
    const rows = Array.from({ length: 10 }, () => ['yes', '', '3']);
    expect(judge(rows, 50)[0]?.sets).toContain('route.demand={kg}');
    expect(judge(rows)[0]?.sets).not.toContain('route.demand={kg}');
  });

  it('doubts none for a few cells', () => {
    const rows = Array.from({ length: 10 }, (_, at) => [at < 4 ? 'yes' : '8h', '17:00', '2']);
    expect(judge(rows)).toEqual([]);
    expect(
      judge([
        ['yes', 'no', 'much'],
        ['', '', ''],
      ]),
    ).toEqual([]);
  });

  it('doubts a column of which five cells agree', () => {
    const rows = Array.from({ length: 5 }, () => ['8h', '17:00', '2 thùng']);
    expect(judge(rows).map(({ sets }) => sets)).toEqual([
      ['route.detect_columns=false', 'route.open_from={open}', 'route.open_until={close}'],
    ]);
  });
});
