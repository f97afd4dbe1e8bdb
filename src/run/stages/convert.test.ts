import { describe, expect, it } from 'vitest';
import { conversionOf } from '../../../test/support/conversion.ts';
import { recordingService } from '../../../test/support/fake-service.ts';
import { planned } from '../../../test/support/stage-plans.ts';
import type { Conversion } from '../../contract/records/conversion.ts';
import { STAGES } from '../../../test/support/stages.ts';
import { inEnglish } from '../../../test/support/in-english.ts';

async function run(
  options: Record<string, unknown>,
  columns: string[],
  cells: unknown[],
  answer: Partial<Conversion> = {},
) {
  const plan = planned('convert', options, columns);
  const { service, questions } = recordingService({ convert: { only: async () => conversionOf(answer) } });
  const result = await plan.run({ cells, position: null }, service, {});
  const value = (name: string) => plan.columns.find((column) => column.name === name)?.of(result.result);
  return { result, value, asked: questions };
}

describe('the stage convert', () => {
  it('keeps the spaces of an address in one column', async () => {
    const { asked, value } = await run({}, ['address'], ['12  Lê Lợi, Phường Bến Nghé ']);
    expect(asked).toEqual([{ text: '12  Lê Lợi, Phường Bến Nghé' }]);
    expect([value('line'), value('from_ward_code'), value('postal_code'), value('verdict')]).toEqual([
      '12 Lê Lợi, Phường Sài Gòn, Thành phố Hồ Chí Minh',
      '26740',
      '71016',
      'accept',
    ]);
  });

  it('names the columns of both sides by their sides, with their days', async () => {
    const back = conversionOf({});
    const { value } = await run({ to: '2025-06-30' }, ['address'], ['x'], { from: back.to, to: back.from });
    expect([value('from_ward_code'), value('to_ward_code')]).toEqual([
      back.to?.ward_code,
      back.from?.ward_code,
    ]);
    expect([value('from_day'), value('to_day')]).toEqual([back.to?.day, back.from?.day]);
  });

  it('reads units in columns of their own, and the position of the row', async () => {
    const options = { ward: '{code}', from: '2025-06-30', to: '2025-07-01', order: 'english' };
    const { asked } = await run(options, ['code', 'lat', 'lon'], ['26740', '10.77', '106.7']);
    const days = { from: '2025-06-30', to: '2025-07-01', order: 'english' };
    expect(asked).toEqual([{ ...days, ward: '26740', lat: 10.77, lon: 106.7 }]);
  });

  it('is ambiguous with a reason, gives the first, and has it checked', async () => {
    const candidates = [
      { units: 'Phường A', code: '1', share: 0.79 },
      { units: 'Phường B', code: '2', share: 0, reason: 'area only' },
    ];
    const { result, value } = await run({}, ['address'], ['x'], { ambiguity: 'divided_ward', candidates });
    expect(inEnglish(result)).toMatchObject({
      status: 'ambiguous',
      reason: expect.stringContaining('divided ward') as string,
    });
    expect(value('candidates')).toBe('1 Phường A (0.79); 2 Phường B (area only)');
    expect(value('verdict')).toBe('check');
  });

  it('uses a row whose position cannot be read, with a note', async () => {
    const { asked, result } = await run({}, ['address', 'lat', 'lon'], ['x', 'north', 'east']);
    expect(asked).toEqual([{ text: 'x' }]);
    expect(inEnglish(result.note)).toContain('position');
  });

  it('gives a row the position that its cells have, also where nothing matches', async () => {
    const cells = ['x', '10.77', '106.7'];
    for (const answer of [{}, { ambiguity: 'divided_ward' as const }, { to: null }]) {
      const { result } = await run({}, ['address', 'lat', 'lon'], cells, answer);
      expect(result.position).toEqual({ lat: 10.77, lon: 106.7 });
    }
  });

  it('tells what a row is read as, so that a sample can be judged; units in columns may be codes', () => {
    const row = { cells: ['12 Lê Lợi', '26740'], position: null };
    const text = planned('convert', {}, ['address', 'code']);
    expect(text.reading?.(row)).toEqual({ text: '12 Lê Lợi', isPlaced: false });
    expect(text.reading?.({ ...row, cells: ['', '26740'] })).toBe('empty');
    const coded = planned('convert', { text: '{address}', ward: '{code}' }, ['address', 'code']);
    expect(coded.reading?.(row)).toEqual({ text: '12 Lê Lợi', isPlaced: true });
  });

  it('says why there is no match', async () => {
    const { result } = await run({}, ['address'], ['x'], { to: null, reason: 'the text names no ward' });
    expect(inEnglish(result)).toMatchObject({ status: 'not_found', reason: 'the text names no ward' });
  });

  it('refuses a day that the calendar does not have', () => {
    const plan = STAGES.convert?.plan({ to: '2025-02-30' }, { columns: ['address'], hasPosition: false });
    expect(plan).toMatchObject({ faults: [{ option: 'to' }] });
  });
});
