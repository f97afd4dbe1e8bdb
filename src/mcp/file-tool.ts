import type PQueue from 'p-queue';
import type { ServiceOptions } from '../runtime/service-settings.ts';
import type { AllowedFolders } from './allowed-folders.ts';
import type { DoubtfulPart, KeptDecisions, ToolDecision } from './review-shapes.ts';

/** The options of a service, as a command line has them. */
export type ToolService = ServiceOptions & { rate?: number; perDay?: number };

/** The options of the review of a run. Shape: `output` is the folder of the results. */
export type ToolReview = ToolService & { output?: string; restart?: boolean };

/** How far a run is. */
export interface RunView {
  rows: number;
  /** 0 to 1; undefined where the end is not known. */
  fraction: number | undefined;
  sentence: string;
}

/** The commands that tools run, which are those of the terminal: each returns what it writes with `--json`. Errors: those of the command. */
export interface ToolCommands {
  check(job: string, options: { set: string[]; input?: string }): Promise<object>;
  plan(job: string, options: ToolService & { set: string[]; input: string; price?: number }): Promise<object>;
  run(
    job: string,
    options: ToolService & {
      set: string[];
      input: string;
      output: string;
      limit?: number;
      yes?: boolean;
      restart?: boolean;
      stop: AbortSignal;
      onProgress: (view: RunView) => void;
    },
  ): Promise<object>;
  status(folder: string): Promise<object[]>;
  /** Returns the files that the review of a run reads, by what the run has recorded, and those that it writes. */
  reviewFiles(run: string, options: ToolReview): Promise<{ files: string[]; written: string[] }>;
  listDoubtful(
    run: string,
    options: ToolReview & { below?: number | undefined; first: number; most: number },
  ): Promise<DoubtfulPart>;
  decide(run: string, decisions: readonly ToolDecision[], options: ToolReview): Promise<KeptDecisions>;
  applyDecisions(
    run: string,
    options: ToolReview & { stop: AbortSignal; onProgress: (view: RunView) => void },
  ): Promise<object>;
  describeDataset(folder: string): Promise<object>;
}

/** What the tools for files work with: the commands, the service of their options, and the folders that a person has named. */
export interface FileToolContext {
  /** Loads the commands, with the first call of a tool. */
  commands: () => Promise<ToolCommands>;
  folders: AllowedFolders;
  service: ToolService;
  /** Folder of the jobs that are called by name. */
  jobsDir: string;
  /** Where runs wait for one another, since each uses all cores. */
  turns: PQueue;
}

/** Returns the members of a value that a schema has. */
export function picked<T extends object>(schema: { properties: object }, value: T): T {
  const known = Object.keys(schema.properties);
  return Object.fromEntries(Object.entries(value).filter(([name]) => known.includes(name))) as T;
}
