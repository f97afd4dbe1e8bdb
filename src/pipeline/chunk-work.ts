import type { GeoService } from '../contract/service.ts';
import type { BadRow, Chunk, InputLayout, InputRow, OutputRow } from '../formats/record.ts';
import type { StagePlan } from '../stages/stage.ts';

/** Holds what the processing of every chunk needs; nothing in it changes during a run. */
export interface ChunkWork {
  readRows: (chunk: Chunk) => (InputRow | BadRow)[];
  plans: readonly { prefix: string; plan: StagePlan }[];
  /** As of the layout. */
  origins: InputLayout['origins'];
  columnCount: number;
  encoders: readonly ((rows: readonly OutputRow[]) => string)[];
  /** Tells whether a stage draws lines; they are the output after those of the encoders. */
  hasLines: boolean;
  service: GeoService;
  onRow?: () => void;
}
