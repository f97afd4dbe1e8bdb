import type { ChunkWork } from '../chunk-work.ts';
import { stageOffsets, type PlannedStage } from '../plan-stages.ts';
import { aliasKey, MANUAL_ID } from './alias-file.ts';
import type { Alias, Aliases } from './aliases.ts';

/** Returns the text that a stage searches for a row; undefined for a stage that searches none. */
export function textAsked(
  plan: PlannedStage['plan'],
  row: Parameters<PlannedStage['plan']['questions']>[0],
): string | undefined {
  for (const { operation, parameters } of plan.questions(row))
    if (operation === 'geocodeForward' && typeof parameters.text === 'string') return parameters.text;
  return undefined;
}

/**
 * Builds a function that reports whether a stored row has another answer by the aliases of now: its text was decided since, its decision is
 * another one, or there is none any more.
 *
 * Shape: the row itself says what it was answered by, so that the old alias file is not needed.
 */
export function createAliasChange(
  { plans, columnCount }: Pick<ChunkWork, 'plans' | 'columnCount'>,
  columns: readonly string[],
  aliases: Aliases['byText'],
): (values: readonly unknown[]) => boolean {
  const [inputCount = 0] = stageOffsets(plans, columnCount);
  const stages = plans.flatMap(({ prefix, plan }) => {
    const at = (name: string) => columns.lastIndexOf(`${prefix}_${name}`);
    return at('place_id') < 0
      ? []
      : [{ plan, id: at('place_id'), lat: at('lat'), lon: at('lon'), label: at('label') }];
  });
  return (values) => {
    const row = { cells: values.slice(0, inputCount), position: null };
    return stages.some(({ plan, id, lat, lon, label }) => {
      const text = textAsked(plan, row);
      const alias = text === undefined ? undefined : aliases.get(aliasKey(text));
      const isDecided = values[id] === MANUAL_ID;
      if (!alias || !isDecided) return isDecided !== (alias !== undefined);
      return (
        Number(values[lat]) !== alias.lat ||
        Number(values[lon]) !== alias.lon ||
        values[label] !== labelOf(alias)
      );
    });
  };
}

const labelOf = ({ text, feature }: Alias) => feature?.properties.label ?? text;
