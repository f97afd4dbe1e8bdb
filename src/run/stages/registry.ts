import type { StageDefinition } from './stage.ts';

/** The kinds of stages, by name, each loaded when a job names it. A new one is one file and one line here. */
export const STAGES: Readonly<Record<string, () => Promise<StageDefinition>>> = {
  geocode: async () => (await import('./geocode.ts')).geocode,
  reverse: async () => (await import('./reverse.ts')).reverse,
  forcode: async () => (await import('./forcode.ts')).forcode,
  nearby: async () => (await import('./nearby.ts')).nearby,
  imagery: async () => (await import('./imagery.ts')).imagery,
  autocomplete: async () => (await import('./autocomplete.ts')).autocomplete,
  place: async () => (await import('./place.ts')).place,
  children: async () => (await import('./children.ts')).children,
  route: async () => (await import('./route.ts')).route,
  direction: async () => (await import('./direction.ts')).direction,
  convert: async () => (await import('./convert.ts')).convert,
};

/** Loads some kinds of stages; a name that no kind has is left out. */
export async function loadStages(
  names: readonly string[] = Object.keys(STAGES),
): Promise<ReadonlyMap<string, StageDefinition>> {
  const known = [...new Set(names)].filter((name) => Object.hasOwn(STAGES, name));
  return new Map(await Promise.all(known.map(async (name) => [name, await STAGES[name]!()] as const)));
}
