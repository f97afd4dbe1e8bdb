import { join } from 'node:path';
import type { DurableFs } from '../base/files/durable-fs.ts';
import { partPathOf, replaceFile } from '../base/files/replace-file.ts';
import type { ActivitySession, RunCommand } from './data/activity.ts';

/** Name of the file that says when and how fast a run was processed. */
export const ACTIVITY_NAME = 'activity.ndjson';

/** Sessions that are kept: those of a run that was stopped more often lose their first ones. */
const MOST_SESSIONS = 100;

/** Reads what the processes of a run wrote; a line that is no session is left out. */
export async function readActivity(fs: DurableFs, folder: string): Promise<ActivitySession[]> {
  const text = (await fs.readText(join(folder, ACTIVITY_NAME)).catch(() => undefined)) ?? '';
  return text
    .split('\n')
    .flatMap((line) => sessionOf(line))
    .slice(-MOST_SESSIONS);
}

function sessionOf(line: string): ActivitySession[] {
  try {
    const value = JSON.parse(line) as Partial<ActivitySession> | null;
    const isSession =
      typeof value?.startedAt === 'string' && Array.isArray(value.rows) && Array.isArray(value.requests);
    return isSession ? [value as ActivitySession] : [];
  } catch {
    return [];
  }
}

/** Name of the file with the command of a run that is not recorded otherwise. */
const COMMAND_NAME = '.command.json';

/** Returns the command of a run, undefined where neither its sessions nor its folder has one. */
export async function readCommand(fs: DurableFs, folder: string): Promise<RunCommand | undefined> {
  const text = await fs.readText(join(folder, COMMAND_NAME)).catch(() => undefined);
  const own = text === undefined ? undefined : commandIn(text);
  const sessions = own ? [] : await readActivity(fs, folder);
  return own ?? sessions.findLast(({ command }) => isCommand(command))?.command;
}

function commandIn(text: string): RunCommand | undefined {
  try {
    const command = JSON.parse(text) as RunCommand | null;
    return isCommand(command ?? undefined) ? (command as RunCommand) : undefined;
  } catch {
    return undefined;
  }
}

/** Writes the command of a run without a report, so that its rows can be asked again. */
export async function writeCommand(fs: DurableFs, folder: string, command: RunCommand): Promise<void> {
  await replaceFile(fs, join(folder, COMMAND_NAME), `${JSON.stringify(command)}\n`);
}

/** Removes what a killed process had begun to write of these files. */
export async function removeParts(fs: DurableFs, folder: string): Promise<void> {
  for (const name of [ACTIVITY_NAME, COMMAND_NAME]) await fs.remove(partPathOf(join(folder, name)));
}

function isCommand(command: Partial<RunCommand> | undefined): boolean {
  return typeof command?.job === 'string' && Array.isArray(command.sets);
}

/** Adds a session to the file of a run; `isNew` drops those of earlier runs. Guarantee: written aside and renamed. */
export async function addActivity(
  fs: DurableFs,
  folder: string,
  session: ActivitySession,
  isNew: boolean,
): Promise<void> {
  const before = isNew ? [] : await readActivity(fs, folder);
  const sessions = [...before, session].slice(-MOST_SESSIONS);
  const text = sessions.map((one) => `${JSON.stringify(one)}\n`).join('');
  await replaceFile(fs, join(folder, ACTIVITY_NAME), text);
  // That of an earlier run without a report.
  if (session.command) await fs.remove(join(folder, COMMAND_NAME));
}
