import { isBatchPlan, type RowStagePlan } from '../../src/run/stages/stage.ts';
import { STAGES } from './stages.ts';
import { osmFeature } from './fake-service.ts';

/** Plans a stage that processes each row by itself. */
export function planned(
  stage: string,
  options: Record<string, unknown>,
  columns: string[],
  hasPosition = false,
): RowStagePlan {
  const plan = STAGES[stage]?.plan(options, { columns, hasPosition });
  if (!plan || 'faults' in plan || isBatchPlan(plan)) throw new Error(JSON.stringify(plan));
  return plan;
}

/** An input with a column for every stage. */
export const CELLS = {
  address: '12 Lê Lợi',
  lat: '21.03',
  lon: '105.85',
  place_id: 'abc',
  origin: '21.03,105.85',
  destination: '21.04,105.86',
};
export const COLUMNS = Object.keys(CELLS);

/** Returns the options that a stage cannot do without, from its examples. */
export function requiredOptions(stage: string): Record<string, unknown> {
  const options = Object.entries(
    (STAGES[stage]?.options.properties ?? {}) as Record<string, { examples?: readonly unknown[] }>,
  );
  return Object.fromEntries(
    options.flatMap(([name, { examples }]) => (examples ? [[name, examples[0]]] : [])),
  );
}

/** A house with all its units. */
export const house = osmFeature({
  name: '12 Lê Lợi',
  housenumber: '12',
  street: 'Lê Lợi',
  label: '12 Lê Lợi, Phường Bến Nghé, Quận 1, Thành phố Hồ Chí Minh',
  locality: 'Phường Bến Nghé',
  county: 'Quận 1',
  region: 'Thành phố Hồ Chí Minh',
  id: 'abc',
});
