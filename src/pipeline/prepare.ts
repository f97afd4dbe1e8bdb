import { inspectInput } from '../formats/inspect.ts';
import { HEAD_BYTES } from '../formats/limits.ts';
import type { InputLayout, OutputColumn } from '../formats/record.ts';
import { needsSpool, spoolInput } from '../formats/spool.ts';
import { GeomillError } from '../errors/geomill-error.ts';
import type { StageFault, StagePlan } from '../stages/stage.ts';
import { outputColumns } from './columns.ts';
import { createDurableFs, type DurableFs } from './durable-fs.ts';
import type { Fingerprint } from './fingerprint.ts';
import { readHead, streamInput } from './input-file.ts';
import type { RunPaths } from './run-paths.ts';
import type { JobSpec } from './spec.ts';

/**
 * Holds a job bound to an input, before the first row is read.
 *
 * Shape: `source` is how the input is, `layout` how the file at `dataPath` is that the rows are read from: the input itself, or the spool
 * made of it; `faults` name options of stages that do not fit the input's columns.
 */
export interface PreparedRun {
  source: InputLayout;
  layout: InputLayout;
  dataPath: string;
  isSpooled: boolean;
  firstLine: number;
  inputColumns: readonly string[];
  plans: readonly { prefix: string; plan: StagePlan }[];
  columns: readonly OutputColumn[];
  findings: readonly string[];
  faults: readonly (StageFault & { stage: string })[];
}
