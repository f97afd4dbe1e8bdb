import PQueue from 'p-queue';
import { openAllowedFolders } from './allowed-folders.ts';
import { checkTools } from './check-tools.ts';
import { datasetTool, sampleTool } from './data-tools.ts';
import type { FileToolContext } from './file-tool.ts';
import { reviewTools } from './review-tools.ts';
import { runTools } from './run-tools.ts';
import type { McpTool } from './tool.ts';

/** The folders that a person names for tools. */
export interface FolderOptions {
  read?: string[];
  write?: string[];
}

/** The tools of this machine, and a sentence about their folders for a model. */
export interface OwnTools {
  tools: McpTool[];
  places: string;
  /** Resolves when no run is in progress; runs of calls that were cancelled finish their rows first. */
  idle: () => Promise<void>;
}

/**
 * Opens the tools that work with the dataset and with files. Shape: without a folder to read there are none for files, and without one to write none
 * that run a job.
 * `datasetDir` is absent where the service is a remote one.
 *
 * Errors: USAGE for a folder that does not exist.
 */
export async function openOwnTools(
  { read = [], write = [] }: FolderOptions,
  datasetDir: string | undefined,
  own: Omit<FileToolContext, 'folders' | 'turns'>,
): Promise<OwnTools> {
  const folders = await openAllowedFolders({ read, write });
  const turns = new PQueue({ concurrency: 1 });
  const context = { ...own, folders, turns };
  const tools = [
    ...(datasetDir === undefined ? [] : [datasetTool(context, datasetDir)]),
    ...(folders.read.length === 0 ? [] : [...checkTools(context), sampleTool(context)]),
    ...(folders.write.length === 0 ? [] : [...runTools(context), ...reviewTools(context)]),
  ];
  return { tools, places: placesText(folders), idle: () => turns.onIdle() };
}

function placesText({ read, write }: { read: readonly string[]; write: readonly string[] }): string {
  if (read.length === 0) return 'No folder is open: there are no tools for files.';
  const writing = write.length === 0 ? 'Nothing may be written.' : `Results go below: ${write.join(', ')}.`;
  return `Files may be read below: ${read.join(', ')}; a relative path is below the first one. ${writing}`;
}
