import type { CallContext, GeoService } from '../../contract/service.ts';
import type { BadRow, Chunk, InputLayout, InputRow } from '../../formats/record.ts';
import type { OutputWriter } from './outputs/outputs.ts';
import type { PlannedStage } from './plan-stages.ts';

/** Everything that processing a chunk needs; constant during a run. */
export interface ChunkWork {
  readRows: (chunk: Chunk) => (InputRow | BadRow)[];
  plans: readonly PlannedStage[];
  /** Of the layout: original places of records that were moved. */
  origins: InputLayout['origins'];
  /** Of the layout: numbers of records that were moved. */
  rowNumbers: InputLayout['rowNumbers'];
  columnCount: number;
  /** Writers of the row outputs, by name. */
  writers: ReadonlyMap<string, OutputWriter>;
  service: GeoService;
  /** Of all calls of the service; none when left out. */
  context?: CallContext;
  /** Writes records that could not be read among the results, with the status `error`, beside rejecting them: for a stream that has one output. */
  keepsBadRows?: boolean;
  onRow?: () => void;
  /** Receives the step that a chunk is at, a {@link CHUNK_STEP}. */
  onStep?: (step: number) => void;
  /** Called when a batch begins and when it is done. */
  onBatch?: (key: string, state: 'begun' | 'done') => void;
  /** Measures the time of each chunk, where a chunk has its thread for itself. Units: ms. */
  nowMs?: () => number;
}
