import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { compileFunction } from 'node:vm';
import { rolldown } from 'rolldown';
import { changeSource } from './change-source.ts';
import type { Mutant, SourceChange } from './mutants.ts';
import type { Simulate } from './outcome.ts';

const pathOf = (name: string) => fileURLToPath(new URL(name, import.meta.url));
/** Replaces the parts of Node whose cost a call is that of large inputs. */
const PLATFORM = pathOf('platform.ts');
const SEAMS = pathOf('service/seams.ts');
const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** What a simulator runs, and what it has in the places of Node's and Geomill's own. */
interface Program {
  entry: string;
  main: string;
  inject: Record<string, [path: string, name: string]>;
  /** Paths of modules, by the modules whose places they take. */
  replaced: Readonly<Record<string, string>>;
  /** Sizes for large files, which would cost a small run most of its time, or never be reached. */
  changes: readonly SourceChange[];
}

const injected = (path: string, ...names: string[]): Program['inject'] =>
  Object.fromEntries(names.map((name) => [name, [path, name]]));

const TIMERS = injected(
  SEAMS,
  ...['setTimeout', 'setInterval', 'setImmediate', 'clearTimeout', 'clearInterval'],
);

const PROGRAMS: Readonly<Record<'queue' | 'service' | 'server', Program>> = {
  queue: {
    entry: pathOf('simulate.ts'),
    main: 'simulate',
    inject: injected(PLATFORM, 'structuredClone', 'AbortController'),
    replaced: { 'node:crypto': PLATFORM },
    changes: [
      {
        file: 'src/run/pipeline/outputs/sink.ts',
        text: 'INITIAL_BYTES = 1 << 18',
        becomes: 'INITIAL_BYTES = 1 << 9',
      },
      {
        file: 'src/run/pipeline/chunk-message.ts',
        text: 'SCRATCH_STEP = 1 << 15',
        becomes: 'SCRATCH_STEP = 1 << 8',
      },
      {
        file: 'src/run/pipeline/journal/marks.ts',
        text: 'BLOCK_BYTES = 1 << 20',
        becomes: 'BLOCK_BYTES = 1 << 12',
      },
    ],
  },
  service: {
    entry: pathOf('service/simulate-service.ts'),
    main: 'simulateService',
    inject: { ...TIMERS, ...injected(SEAMS, 'Date') },
    replaced: {
      'node:crypto': SEAMS,
      [`${ROOT}src/base/files/file-calls.ts`]: SEAMS,
      [`${ROOT}src/remote/transport.ts`]: SEAMS,
    },
    changes: [],
  },
  server: {
    entry: pathOf('service/simulate-server.ts'),
    main: 'simulateServer',
    inject: TIMERS,
    replaced: { 'node:crypto': SEAMS, [`${ROOT}src/base/files/durable-fs.ts`]: SEAMS },
    changes: [],
  },
};

/**
 * Bundles a simulator with the code that it runs, in memory, and loads it.
 *
 * Shape: with a mutant, the text of its source file is changed on the way into the bundle of its simulator.
 * Errors: the text of the mutant does not occur in its file exactly once.
 */
export async function loadSimulator(
  mutant?: Mutant,
  of: keyof typeof PROGRAMS = mutant?.simulator ?? 'queue',
): Promise<Simulate> {
  const { entry, main, inject, replaced, changes: sizes } = PROGRAMS[of];
  const changes = [...sizes, ...(mutant ? [mutant] : [])];
  const changer = changeSource(changes);
  const build = await rolldown({
    input: entry,
    platform: 'node',
    external: /^node:(?!crypto$)/,
    checks: { eval: false },
    transform: { inject },
    plugins: [
      {
        name: 'replaced',
        async resolveId(source, importer) {
          if (importer === SEAMS) return undefined;
          const path = source.startsWith('.') ? (await this.resolve(source, importer))?.id : source;
          return replaced[path ?? ''];
        },
      },
      changer,
    ],
  });
  const { output } = await build.generate({ format: 'cjs', codeSplitting: false });
  await build.close();
  changer.checkAll();
  const module = { exports: {} as Record<string, Simulate> };
  const run = compileFunction(output[0].code, ['module', 'exports', 'require']) as (
    ...args: unknown[]
  ) => void;
  run(module, module.exports, createRequire(import.meta.url));
  return module.exports[main] as Simulate;
}
