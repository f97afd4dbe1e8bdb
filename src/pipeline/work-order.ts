import type { GeoService } from '../contract/service.ts';
import { createRowReader } from '../formats/read-rows.ts';
import { GeomillError } from '../errors/geomill-error.ts';
import { STAGES } from '../stages/registry.ts';
import type { WorkOrder } from './chunk-processor.ts';
import { outputFormat } from './output-format.ts';
import { planStages } from './plan-stages.ts';
import type { ChunkWork } from './chunk-work.ts';
import type { JobSpec } from './spec.ts';

/** Writes the order for the chunks of a job. */
export function writeOrder(
  job: JobSpec,
  { format, delimiter, columns, origins }: WorkOrder['layout'],
): WorkOrder {
  return {
    layout: { format, delimiter, columns, ...(origins && { origins }) },
    stages: job.stages.map(({ prefix, definition, options }) => ({
      prefix,
      kind: definition.name,
      options,
    })),
    outputs: job.outputs,
  };
}

/** Makes of an order, in the thread that is to carry it out, what {@link processChunk} takes. Errors: INTERNAL when it is no order of ours. */
export function openOrder(order: WorkOrder, service: GeoService): ChunkWork {
  const stages = order.stages.map(({ prefix, kind, options }) => {
    const definition = Object.hasOwn(STAGES, kind) ? STAGES[kind] : undefined;
    if (!definition) throw new GeomillError('INTERNAL', `there is no stage ${kind} in this thread`);
    return { prefix, definition, options };
  });
  const { plans, columns, faults, batches } = planStages(stages, order.layout.columns);
  if (faults.length > 0) {
    throw new GeomillError(
      'INTERNAL',
      `the job was accepted, and is refused in its thread: ${faults[0]?.message}`,
    );
  }
  const writers = order.outputs.map((name) => outputFormat(name).open(columns));
  return {
    readRows: createRowReader(order.layout),
    origins: order.layout.origins,
    plans,
    columnCount: columns.length,
    encoders: writers.map((writer) => (rows) => writer.encode(rows)),
    hasLines: batches !== undefined,
    service,
  };
}
