import { describe, expect, it } from 'vitest';
import { OUTPUT_FORMATS } from '../../formats/outputs.ts';
import { isDerivedFormat } from '../../formats/output-format.ts';
import { STAGES } from '../../../test/support/stages.ts';
import type { StageDefinition } from '../stages/stage.ts';
import { nameInputColumns, planStages } from './plan-stages.ts';
import { inEnglish } from '../../../test/support/in-english.ts';

const geocode = { prefix: 'geocode', definition: STAGES.geocode as StageDefinition, options: {} };

describe('names of columns', () => {
  it('are unchanged where they are unique', () => {
    const names = ['a', 'A', ' a', '__proto__', 'constructor'];
    expect(nameInputColumns(names)).toEqual({ names, findings: [] });
  });

  it('get a suffix that no other column has, and the user is told', () => {
    const { names, findings } = nameInputColumns(['a', 'a', 'a_2', 'a', 'b', 'b']);
    expect(names).toEqual(['a', 'a_3', 'a_2', 'a_4', 'b', 'b_2']);
    expect(inEnglish(findings)).toEqual([
      '3 columns are called "a": here and in the results the later ones are "a_3", "a_4"',
      '2 columns are called "b": here and in the results the later one is "b_2"',
    ]);
  });

  it('are reported for the first names only, where many are repeated', () => {
    const names = Array.from({ length: 40 }, (_, at) => `n${at >> 1}`);
    const { findings } = nameInputColumns(names);
    expect(findings).toHaveLength(6);
    expect(inEnglish(findings.at(-1))).toBe(
      '15 more names are those of several columns: the later ones get a suffix',
    );
  });

  it('are numbers of columns where they are empty', () => {
    expect(inEnglish(nameInputColumns(['a', '', ' ', 'column_2']))).toEqual({
      names: ['a', 'column_2', 'column_3', 'column_2_2'],
      findings: [
        'columns without a name are called "column_2", "column_3"',
        '2 columns are called "column_2": here and in the results the later one is "column_2_2"',
      ],
    });
  });

  it('of a second address column are told beside the one that is used, and can be stated', () => {
    const { findings } = planStages([geocode], ['id', 'address', 'address']);
    expect(inEnglish(findings).join('\n')).toMatch(/2 columns are called "address".*\n.*\{address\}/);
    const stated = { ...geocode, options: { text: '{address_2}' } };
    const { plans } = planStages([stated], ['id', 'address', 'address']);
    const [{ plan }] = plans as [(typeof plans)[number]];
    expect(plan.questions({ cells: ['1', 'Huế', 'Hà Nội'], position: null })).toMatchObject([
      { parameters: { text: 'Hà Nội' } },
    ]);
  });

  it('of a stage get a suffix where the input has them already', () => {
    const before = planStages([geocode], ['address']).columns.map(({ name }) => name);
    const { columns, findings } = planStages([geocode], before);
    const names = columns.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(names.slice(0, before.length)).toEqual(before);
    expect(names).toContain('geocode_status_2');
    expect(inEnglish(findings.at(-1))).toContain('the input already has columns of the stage geocode');
  });

  it('are the same in every format', () => {
    const { columns } = planStages([geocode], ['address', 'x', 'x', '']);
    const values = columns.map((_, at) => at);
    for (const format of Object.values(OUTPUT_FORMATS)) {
      if (isDerivedFormat(format)) continue;
      const writer = format.open(columns);
      const text = writer.head + writer.encode([{ values, position: null }]);
      for (const { name } of columns) expect(text).toContain(name);
      if (format.name === 'csv') expect(text.split('\n')[0]).toBe(columns.map(({ name }) => name).join(','));
    }
  });
});
