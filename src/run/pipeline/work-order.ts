import type { GeoService } from '../../contract/service.ts';
import { createRowReader } from '../../formats/inputs.ts';
import { failure } from '../../base/errors/geomill-error.ts';
import { loadStages } from '../stages/registry.ts';
import type { WorkOrder } from './chunk-processor.ts';
import type { ChunkWork } from './chunk-work.ts';
import { declareOutputs, openWriters, rowFormatsOf } from './outputs/outputs.ts';
import { planStages, withChosen } from './plan-stages.ts';
import type { JobSpec } from './job-spec.ts';

/** Builds the order for the chunks of a job. */
export function writeOrder(
  job: JobSpec,
  { format, delimiter, columns, digits, period, origins, rowNumbers }: WorkOrder['layout'],
): WorkOrder {
  return {
    layout: {
      ...{ format, delimiter, columns, origins, rowNumbers },
      ...(digits && { digits }),
      ...(period && { period }),
    },
    stages: job.stages.map(({ prefix, definition, options }) => ({
      prefix,
      kind: definition.name,
      options,
    })),
    outputs: rowFormatsOf(job),
  };
}

/** Builds from an order, in the thread that carries it out, the work that {@link processChunk} takes. Errors: as of {@link planOrder}. */
export async function openOrder(order: WorkOrder, service: GeoService): Promise<ChunkWork> {
  return { ...(await planOrder(order)), service };
}

/** Returns the stages of an order. Errors: INTERNAL when this version has not one of them. */
export async function stagesOf({ stages }: Pick<WorkOrder, 'stages'>): Promise<JobSpec['stages']> {
  const definitions = await loadStages(stages.map(({ kind }) => kind));
  return stages.map(({ prefix, kind, options }) => {
    const definition = definitions.get(kind);
    if (!definition) throw failure('INTERNAL', 'run.noStageInThread', { kind });
    return { prefix, definition, options };
  });
}

/** Builds the work of an order without its service. Errors: INTERNAL when the order does not fit this version. */
export async function planOrder(order: WorkOrder): Promise<Omit<ChunkWork, 'service'>> {
  const stages = await stagesOf(order);
  const { plans, columns, inputColumns, faults, chosen } = withChosen(
    planStages(stages, order.layout.columns, order.layout),
    order.resultColumns,
  );
  if (faults.length > 0)
    throw failure('INTERNAL', 'run.threadRefusesJob', { fault: faults[0]?.message ?? '' });
  return {
    readRows: createRowReader(order.layout),
    origins: order.layout.origins,
    rowNumbers: order.layout.rowNumbers,
    plans,
    columnCount: columns.length,
    // File names are of no use in a thread: it returns text by output name.
    writers: openWriters(
      declareOutputs({ outputs: order.outputs, stages }, ''),
      columns,
      inputColumns,
      chosen,
    ),
    keepsBadRows: order.keepsBadRows,
  };
}
