import { defineConfig } from 'vitest/config';
import { changeSource } from './change-source.ts';
import { LIVE_MUTANTS } from './live-mutant-list.ts';

// The tests, over source with the mutant that GEOMILL_MUTANT names; without it over the source as it is.
const mutants = LIVE_MUTANTS.filter(({ name }) => name === process.env.GEOMILL_MUTANT);

export default defineConfig({
  plugins: [{ ...changeSource(mutants), enforce: 'pre' }],
  test: {
    include: ['{src,test,tools}/**/*.test.ts'],
    setupFiles: ['test/support/fast-equality.ts'],
    pool: 'forks',
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
