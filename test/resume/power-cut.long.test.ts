import { describe, expect, it } from 'vitest';
import { CUT_FILE_SYSTEMS, cutPower, whyNoCuts } from './power-cut-suite.ts';

const why = whyNoCuts();

describe.skipIf(why)(`power cuts of mounted file systems${why ? ` (skipped: ${why})` : ''}`, () => {
  it.each(CUT_FILE_SYSTEMS.map((system) => [system.name, system] as const))(
    'leave what the same command makes whole: %s',
    async (_, system) => {
      const { cuts, begun, failures } = await cutPower(system, { runs: 1, everyMs: 200, forMs: 3000 });
      expect(failures).toEqual([]);
      expect(cuts).toBeGreaterThan(10);
      expect(begun).toBeGreaterThan(cuts / 3);
    },
    600_000,
  );
});
