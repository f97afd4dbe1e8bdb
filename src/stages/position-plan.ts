import type { OperationName } from '../contract/catalogue.ts';
import type { CallContext } from '../contract/service.ts';
import { endsRun } from '../errors/geomill-error.ts';
import type { Position } from '../geo/position.ts';
import type { PositionSource } from './position-source.ts';
import { withoutNote } from './read-position.ts';
import {
  faulty,
  skipped,
  type RowStagePlan,
  type ServiceOf,
  type StageColumn,
  type StageResult,
} from './stage.ts';

/** Returns the result of a row from a failure, so that the row keeps its position. Errors: the failure itself where it ends the run. */
function rowFailure(error: unknown): StageResult<never> {
  if (endsRun(error)) throw error;
  return faulty((error as Error).message);
}

/** A stage that sends one request about the position of each row. */
interface PositionStage<R, O extends readonly OperationName[], P> {
  columns: readonly StageColumn<R>[];
  operation: O[number];
  /** Returns the parameters of the request about a position. */
  request: (position: Position) => P;
  /** Sends the request. Shape: the outcome of the row, without its position. Errors: those of the service. */
  answer: (
    parameters: P,
    service: ServiceOf<O>,
    context: CallContext,
    position: Position,
  ) => Promise<StageResult<R>>;
}

/**
 * Plans a stage that sends one request about the position of each row.
 *
 * Shape: a row without a position is skipped, one with wrong cells is an error. A row keeps its own position, whatever is matched there.
 */
export function planAtPosition<
  R,
  O extends readonly OperationName[],
  P extends Readonly<Record<string, unknown>>,
>(
  source: PositionSource,
  { columns, operation, request, answer }: PositionStage<R, O, P>,
): RowStagePlan<R, O> {
  return {
    columns,
    givesPosition: true,
    findings: source.finding === undefined ? [] : [source.finding],
    async run(row, service, context) {
      const read = source.read(row);
      if (read === 'empty') return skipped('the row has no position');
      if ('fault' in read) return faulty(read.fault);
      const { note } = read;
      const position = note === undefined ? read : withoutNote(read);
      const result = await answer(request(position), service, context, position).catch(rowFailure);
      return { ...result, position, ...(note === undefined ? {} : { note }) };
    },
    questions(row) {
      const position = source.read(row);
      if (position === 'empty' || 'fault' in position) return [];
      return [{ operation, parameters: request(position) }];
    },
  };
}
