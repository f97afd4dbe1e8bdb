import type { OperationName } from '../../contract/catalogue.ts';
import type { CallContext } from '../../contract/service.ts';
import { endsRun, type GeomillError } from '../../base/errors/geomill-error.ts';
import type { Position } from '../../base/geo/position.ts';
import type { PositionSource } from './position-source.ts';
import { withoutNote } from '../../base/position/read-position.ts';
import { message, type Message } from '../../base/messages/message.ts';
import {
  faulty,
  skipped,
  type RowStagePlan,
  type ServiceOf,
  type StageColumn,
  type StageResult,
} from './stage.ts';

/** A stage that sends one request about the position of each row. */
interface PositionStage<R, O extends readonly OperationName[], P, A> {
  /** Sentences about the options. */
  findings?: readonly Message[];
  columns: readonly StageColumn<R>[];
  operation: O[number];
  /** Returns the parameters of the request about a position. */
  request: (position: Position) => P;
  /** Sends the request. Errors: those of the service. */
  call: (parameters: P, service: ServiceOf<O>, context: CallContext) => A | Promise<A>;
  /** Returns the result of the row, without its position, from the response. */
  result: (response: A, position: Position) => StageResult<R>;
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
  A,
>(
  source: PositionSource,
  { findings = [], columns, operation, request, call, result }: PositionStage<R, O, P, A>,
): RowStagePlan<R, O> {
  return {
    columns,
    givesPosition: true,
    findings: [...(source.finding === undefined ? [] : [source.finding]), ...findings],
    run(cells, service, context) {
      const read = source.read(cells);
      if (read === 'empty') return skipped(message('stage.noPosition'));
      if ('fault' in read) return faulty(read.fault);
      const { note } = read;
      const position = note === undefined ? read : withoutNote(read);
      const placed = (row: StageResult<R>): StageResult<R> => {
        row.position = position;
        if (note !== undefined) row.note = note;
        return row;
      };
      const answered = (response: A) => placed(result(response, position));
      // A failed row keeps its position too.
      const failed = (error: unknown) => {
        if (endsRun(error)) throw error;
        return placed(faulty((error as GeomillError).reason));
      };
      try {
        const response = call(request(position), service, context);
        return response instanceof Promise ? response.then(answered).catch(failed) : answered(response);
      } catch (error) {
        return failed(error);
      }
    },
    reading: source.read,
    noteOf(row) {
      const position = source.read(row);
      return position === 'empty' || 'fault' in position ? undefined : position.note;
    },
    questions(row) {
      const position = source.read(row);
      if (position === 'empty' || 'fault' in position) return [];
      return [{ operation, parameters: request(position) }];
    },
  };
}
