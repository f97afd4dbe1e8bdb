import { describe, expect, it } from 'vitest';
import { inEnglish } from '../../../../test/support/in-english.ts';
import { STAGES } from '../../../../test/support/stages.ts';
import type { FoundLayout } from '../../../formats/inspect.ts';
import type { StageDefinition } from '../../stages/stage.ts';
import { planStages } from '../plan-stages.ts';
import { withSampleFacts } from './sample-facts.ts';

const OF_2025 =
  'Hố Nai, Đồng Nai|Phường Tân Triều, Tỉnh Đồng Nai|12 Lê Lợi, Phường Sài Gòn, TP. Hồ Chí Minh'.split('|');
const SHARED = ['Thuận Châu, Sơn La'];
const FORMER =
  'Hố Nai, Biên Hòa, Đồng Nai|12 Lê Lợi, Bến Nghé, Quận 1, HCM|Xã Đông Thạnh, Huyện Bình Minh, Vĩnh Long|Tân Mỹ, Bắc Giang'.split(
    '|',
  );

/** Returns the layout of a file with some texts, each several times, and what the stage says of it. */
async function layoutOf(texts: readonly string[], options: Record<string, unknown> = {}, times = 12) {
  const stages = [{ prefix: 'geocode', definition: STAGES.geocode as StageDefinition, options }];
  const layout: FoundLayout = {
    ...{ format: 'csv', compression: 'none', encoding: 'utf-8', delimiter: ',', dataOffset: 0, findings: [] },
    ...{ columns: ['address'], firstLine: 1 },
  };
  const rows = Array.from({ length: times }, () => texts.map((text) => `"${text}"\n`)).flat();
  const found = await withSampleFacts(stages, layout, async () => ({
    ...{ bytes: Buffer.from(rows.join('')), isWhole: true },
  }));
  return { period: found.period, said: inEnglish(planStages(stages, found.columns, found).findings).join() };
}

describe('the period of the addresses of a file', () => {
  it('is that of the units since 2025 where most rows can only be of those, and the run says so', async () => {
    const { period, said } = await layoutOf([...OF_2025, ...SHARED]);
    expect(period).toBe('new');
    expect(said).toContain('as by text_units: new');
  });

  it.each([
    ['rows of both periods', [...OF_2025, ...FORMER]],
    ['rows of former units', FORMER],
    ['names that a district and a ward share', SHARED],
    ['streets alone', ['12 Lê Lợi, Đồng Nai', 'Lê Lợi']],
  ])('is open of %s', async (_, texts) => {
    expect(await layoutOf(texts)).toEqual({
      period: undefined,
      said: expect.not.stringContaining('text_units') as string,
    });
  });

  it('is open of few rows, and where the job states it', async () => {
    expect((await layoutOf(['Hố Nai, Đồng Nai'], {}, 9)).period).toBeUndefined();
    expect((await layoutOf(OF_2025, { text_units: 'any' })).period).toBeUndefined();
  });
});
