import { defineConfig } from 'vitest/config';

// `make test` runs everything but the long suites; `make test-all` sets GEOMILL_TEST_ALL=1 and adds them.
const long = ['test/**/*.long.test.ts'];

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    exclude: ['node_modules', 'dist', ...(process.env.GEOMILL_TEST_ALL ? [] : long)],
    testTimeout: process.env.GEOMILL_TEST_ALL ? 900_000 : 60_000,
    hookTimeout: 60_000,
    passWithNoTests: false,
  },
});
