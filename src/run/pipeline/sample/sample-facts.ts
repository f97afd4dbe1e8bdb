import type { FoundLayout } from '../../../formats/inspect.ts';
import type { StageSpec } from '../job-spec.ts';
import { nameInputColumns } from '../plan-stages.ts';
import { withDigits } from './digit-columns.ts';
import { isOfUnitsSince2025 } from './period-signs.ts';
import { sampleRows, type SampleBytes } from './read-sample.ts';

/**
 * Returns the layout of an input with what its sample says: of the columns for codes of units, and of the period of its addresses. `read` returns the sample; it is called for
 * jobs with such columns, or with such addresses.
 */
export async function withSampleFacts(
  stages: readonly Pick<StageSpec, 'definition' | 'options'>[],
  found: FoundLayout,
  read: () => Promise<SampleBytes>,
): Promise<FoundLayout> {
  let bytes: Promise<SampleBytes> | undefined;
  const readOnce = (): Promise<SampleBytes> => (bytes ??= read());
  const layout = await withDigits(stages, found, readOnce);
  const { names } = nameInputColumns(layout.columns);
  for (const { definition, options } of stages) {
    if (!('text_units' in definition.options.properties) || options.text_units !== undefined) continue;
    const plan = definition.plan(options, { columns: names, hasPosition: false });
    if ('faults' in plan || !('reading' in plan)) continue;
    const texts = sampleRows(await readOnce(), layout).rows.flatMap(({ cells }) => {
      const reading = plan.reading?.({ cells, position: null }) ?? 'empty';
      return reading !== 'empty' && 'text' in reading ? [reading.text] : [];
    });
    if (isOfUnitsSince2025(texts)) return { ...layout, period: 'new' };
  }
  return layout;
}
