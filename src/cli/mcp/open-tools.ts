import PQueue from 'p-queue';
import { openAllowedFolders } from '../../mcp/allowed-folders.ts';
import type { McpTool } from '../../mcp/tool.ts';
import type { ServiceSettings } from '../../runtime/service-settings.ts';
import type { CliIo } from '../io.ts';
import { checkTools } from './check-tools.ts';
import { datasetTool, sampleTool } from './data-tools.ts';
import type { FileToolContext } from './job-arguments.ts';
import { runTools } from './run-tools.ts';

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
 *
 * Errors: USAGE for a folder that does not exist.
 */
export async function openOwnTools(
  { read = [], write = [] }: FolderOptions,
  settings: ServiceSettings,
  service: FileToolContext['service'],
  io: CliIo,
): Promise<OwnTools> {
  const datasetDir = settings.kind === 'local' ? (settings.datasetDir ?? io.starterDir) : undefined;
  const folders = await openAllowedFolders({ read, write });
  const turns = new PQueue({ concurrency: 1 });
  const context = { io, folders, service, turns };
  const tools = [
    ...(datasetDir === undefined ? [] : [datasetTool(io, datasetDir)]),
    ...(folders.read.length === 0 ? [] : [...checkTools(context), sampleTool(context)]),
    ...(folders.write.length === 0 ? [] : runTools(context)),
  ];
  return { tools, places: placesText(folders), idle: () => turns.onIdle() };
}

function placesText({ read, write }: { read: readonly string[]; write: readonly string[] }): string {
  if (read.length === 0) return 'No folder is open: there are no tools for files.';
  const writing = write.length === 0 ? 'Nothing may be written.' : `Results go below: ${write.join(', ')}.`;
  return `Files may be read below: ${read.join(', ')}; a relative path is below the first one. ${writing}`;
}
