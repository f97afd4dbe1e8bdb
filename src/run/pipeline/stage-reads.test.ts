import { describe, expect, it } from 'vitest';
import { STAGES } from '../stages/registry.ts';
import type { StageDefinition } from '../stages/stage.ts';
import { stageReads } from './stage-reads.ts';

const stage = (name: string, options: Record<string, unknown>) => ({
  prefix: name,
  definition: STAGES[name] as StageDefinition,
  options,
});

describe('stageReads', () => {
  it('names the columns that a stage reads, and those of the stage whose position it goes on from', () => {
    const stages = [
      stage('geocode', { text: '{số nhà} {đường}' }),
      stage('forcode', {}),
      stage('reverse', { lat: '{y}', lon: '{x}' }),
    ];
    const found = stageReads({ stages }, ['id', 'số nhà', 'đường', 'y', 'x']);
    expect(found.map(({ stage: prefix, reads }) => [prefix, reads])).toEqual([
      ['geocode', ['số nhà', 'đường']],
      ['forcode', ['số nhà', 'đường']],
      ['reverse', ['y', 'x']],
    ]);
    expect(found[1]?.writes).toEqual(expect.arrayContaining(['forcode_status', 'forcode_reason']));
    expect(found[0]?.writes.every((name) => name.startsWith('geocode_'))).toBe(true);
  });
});
