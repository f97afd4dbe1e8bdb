import type { CreateChunkProcessor } from '../../run/pipeline/chunk-processor.ts';

/** How batches are processed. */
export interface BatchSettings {
  /** Rows in progress at most, to keep a service behind this one busy; one chunk at a time when left out, as a local service has no waiting time. */
  openRows?: number;
  /** Builds a processor in other threads for a large batch; this thread processes the others, and those for which it returns undefined. */
  createChunkProcessor?: CreateChunkProcessor;
}
