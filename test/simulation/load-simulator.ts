import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { compileFunction } from 'node:vm';
import { rolldown } from 'rolldown';
import type { Mutant, SourceChange } from './mutants.ts';
import type { simulate } from './simulate.ts';

const ENTRY = fileURLToPath(new URL('simulate.ts', import.meta.url));
/** Replaces the parts of Node whose cost a call is that of large inputs. */
const PLATFORM = fileURLToPath(new URL('platform.ts', import.meta.url));
const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Buffers for large files, which would cost a small run most of its time. */
const SMALLER: readonly SourceChange[] = [
  { file: 'src/run/pipeline/sink.ts', text: 'INITIAL_BYTES = 1 << 18', becomes: 'INITIAL_BYTES = 1 << 9' },
  {
    file: 'src/run/pipeline/chunk-message.ts',
    text: 'SCRATCH_STEP = 1 << 15',
    becomes: 'SCRATCH_STEP = 1 << 8',
  },
  { file: 'src/run/pipeline/marks.ts', text: 'BLOCK_BYTES = 1 << 20', becomes: 'BLOCK_BYTES = 1 << 12' },
];

/**
 * Bundles the simulator with the code that it runs, in memory, and loads it.
 *
 * Shape: with a mutant, the text of its source file is changed on the way into the bundle.
 * Errors: the text of the mutant does not occur in its file exactly once.
 */
export async function loadSimulator(mutant?: Mutant): Promise<typeof simulate> {
  const changes = [...SMALLER, ...(mutant ? [mutant] : [])];
  const missing = new Set(changes);
  const build = await rolldown({
    input: ENTRY,
    platform: 'node',
    external: /^node:(?!crypto$)/,
    checks: { eval: false },
    transform: {
      inject: {
        structuredClone: [PLATFORM, 'structuredClone'],
        AbortController: [PLATFORM, 'AbortController'],
      },
    },
    plugins: [
      {
        name: 'platform',
        resolveId: (source) => (source === 'node:crypto' ? PLATFORM : undefined),
      },
      {
        name: 'mutant',
        transform(code, id) {
          let changed = code;
          for (const change of changes) {
            if (id !== `${ROOT}${change.file}`) continue;
            const parts = changed.split(change.text);
            if (parts.length !== 2) throw new Error(misfit(change, `${parts.length - 1} times, not once`));
            missing.delete(change);
            changed = parts.join(change.becomes);
          }
          return changed === code ? null : changed;
        },
      },
    ],
  });
  const { output } = await build.generate({ format: 'cjs', codeSplitting: false });
  await build.close();
  const [left] = missing;
  if (left) throw new Error(misfit(left, 'and is not part of the simulator'));
  const module = { exports: {} as { simulate: typeof simulate } };
  const run = compileFunction(output[0].code, ['module', 'exports', 'require']) as (
    ...args: unknown[]
  ) => void;
  run(module, module.exports, createRequire(import.meta.url));
  return module.exports.simulate;
}

function misfit({ file, text }: SourceChange, how: string): string {
  return `${file} has the text "${text}" ${how}: adapt test/simulation`;
}
