import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import type { Mutant } from './mutants.ts';
import type { simulate } from './simulate.ts';

const ENTRY = fileURLToPath(new URL('simulate.ts', import.meta.url));
const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/**
 * Bundles the simulator with the code that it runs, in memory, and loads it.
 *
 * Shape: with a mutant, the text of its source file is changed on the way into the bundle.
 * Errors: the text of the mutant does not occur in its file exactly once.
 */
export async function loadSimulator(mutant?: Mutant): Promise<typeof simulate> {
  let isApplied = mutant === undefined;
  const build = await rolldown({
    input: ENTRY,
    platform: 'node',
    external: /^node:/,
    checks: { eval: false },
    plugins: [
      {
        name: 'mutant',
        transform(code, id) {
          if (!mutant || id !== `${ROOT}${mutant.file}`) return null;
          const parts = code.split(mutant.text);
          if (parts.length !== 2)
            throw new Error(
              `${mutant.file} has the text of the mutant "${mutant.name}" ${parts.length - 1} times, not once: adapt test/simulation/mutants.ts`,
            );
          isApplied = true;
          return parts.join(mutant.becomes);
        },
      },
    ],
  });
  const { output } = await build.generate({ format: 'cjs', codeSplitting: false });
  await build.close();
  if (!isApplied) throw new Error(`${mutant?.file} is not part of the simulator: adapt test/simulation/mutants.ts`);
  const module = { exports: {} as { simulate: typeof simulate } };
  const run = new Function('module', 'exports', 'require', output[0].code) as (...args: unknown[]) => void;
  run(module, module.exports, createRequire(import.meta.url));
  return module.exports.simulate;
}
