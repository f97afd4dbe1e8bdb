import type { StageDefinition } from '../../src/run/stages/stage.ts';
import { loadStages } from '../../src/run/stages/registry.ts';

/** All kinds of stages, by name. */
export const STAGES: Readonly<Record<string, StageDefinition>> = Object.fromEntries(await loadStages());
