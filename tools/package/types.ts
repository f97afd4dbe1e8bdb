// Builds dist/types/, the declarations of the library, beside what tools/build.ts has built: a run and its tests do not need them, and they take longer.
import { fileURLToPath } from 'node:url';
import { buildTypes } from './build-types.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

await buildTypes(ROOT, `${ROOT}dist`);
