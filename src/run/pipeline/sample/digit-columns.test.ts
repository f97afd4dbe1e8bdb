import { describe, expect, it } from 'vitest';
import type { FoundLayout } from '../../../formats/inspect.ts';
import { inEnglish } from '../../../../test/support/in-english.ts';
import { recordingService } from '../../../../test/support/fake-service.ts';
import { conversionOf } from '../../../../test/support/conversion.ts';
import { STAGES } from '../../../../test/support/stages.ts';
import { isBatchPlan, type StageDefinition } from '../../stages/stage.ts';
import { planStages } from '../plan-stages.ts';
import { withDigits } from './sample-facts.ts';

const definition = STAGES.convert as StageDefinition;

/** Plans `convert` for a file of one column, as a run does, and returns the values that it asks for. */
async function asked(level: string, values: readonly string[], later: readonly string[] = []) {
  const stages = [{ prefix: 'convert', definition, options: { [level]: '{code}' } }];
  const layout: FoundLayout = {
    ...{ format: 'csv', compression: 'none', encoding: 'utf-8', delimiter: ',', dataOffset: 0, findings: [] },
    ...{ columns: ['code'], firstLine: 1 },
  };
  let reads = 0;
  const found = await withDigits(stages, layout, async () => {
    reads += 1;
    return { bytes: Buffer.from(values.map((value) => `${value}\n`).join('')), isWhole: true };
  });
  const { plans, findings } = planStages(stages, found.columns, found);
  const plan = plans[0]?.plan;
  if (plan === undefined || isBatchPlan(plan)) throw new Error('convert has no plan');
  const { service, questions } = recordingService({ convert: { only: async () => conversionOf({}) } });
  for (const cell of [...values, ...later]) await plan.run({ cells: [cell], position: null }, service, {});
  return {
    reads,
    said: inEnglish(findings),
    values: questions.map((one) => (one as Record<string, unknown>)[level]),
  };
}

describe('a column of digits', () => {
  it('is one of codes, whose lost zeros are restored, where all of its sample fits', async () => {
    expect((await asked('ward', ['5764', '4', '26740'])).values).toEqual(['05764', '00004', '26740']);
    expect((await asked('district', ['760', '1'])).values).toEqual(['760', '001']);
    expect((await asked('province', ['1', '79'])).values).toEqual(['01', '79']);
    // Rows behind the sample are read as it is.
    expect((await asked('ward', ['26740'], ['4', 'Phường 4'])).values).toEqual([
      '26740',
      '00004',
      'Phường 4',
    ]);
  });

  it('is one of names where it has none of three digits, or a name', async () => {
    expect((await asked('ward', ['4', '12'])).values).toEqual(['4', '12']);
    expect((await asked('district', ['1', '10'])).values).toEqual(['1', '10']);
    expect((await asked('ward', ['26740', '4', 'Bến Nghé'])).values).toEqual(['26740', '4', 'Bến Nghé']);
  });

  it('says where its values are too long for codes', async () => {
    const { values, said } = await asked('ward', ['4', '700123']);
    expect(values).toEqual(['4', '700123']);
    expect(said).toEqual([
      'convert.ward: the values of the column code have up to 6 digits, and codes have 5: they are read as names',
    ]);
  });

  it('is looked for where an option is that column alone', async () => {
    const stages = [{ prefix: 'convert', definition, options: { ward: 'Phường {code}' } }];
    const layout = { columns: ['code'] } as unknown as FoundLayout;
    const read = () => Promise.reject(new Error('the sample was read'));
    expect(await withDigits(stages, layout, read)).toBe(layout);
  });
});
