import { readdir } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { nearestName } from '../../../base/text/suggestion.ts';
import { errnoOf, GeomillError } from '../../../base/errors/geomill-error.ts';
import {
  KIND_NAMES,
  type DurableFile,
  type DurableFs,
  type FileKind,
} from '../../../base/files/durable-fs.ts';

/** Why an input cannot be read, and what to do, by errno; other failures may pass. */
const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'its permissions do not allow it: change them, or those of its folder',
  EISDIR: 'it is a folder: name a file in it',
  ELOOP: 'its symbolic links lead in a circle: name the file itself',
  ENAMETOOLONG: 'its name is too long for the file system',
  ENODEV: 'it is a device without a driver',
  ENOTDIR: 'a part of its path is a file, not a folder',
  ENXIO: 'it is a socket, or a device that is not there',
  EPERM: 'the file system does not permit it',
};

/**
 * Opens an input for reading.
 *
 * Errors: INPUT_MISSING with the reason when it is missing, not a file, or not to be read; IO otherwise.
 */
export async function openInput(fs: DurableFs, path: string): Promise<DurableFile> {
  const kind = await inputKind(fs, path);
  if (kind === 'pipe') {
    throw new GeomillError(
      'INPUT_MISSING',
      `the input ${path} is a pipe, which can be read only once: this needs a file`,
    );
  }
  return fs.openRead(path).catch((error: unknown) => {
    throw inputError(path, error);
  });
}

/** Returns whether an input is a file, or a pipe to be read as a stream. Errors: INPUT_MISSING for any other kind, and as {@link openInput}. */
export async function inputKind(fs: DurableFs, path: string): Promise<'file' | 'pipe'> {
  const found = await fs.stat(path).catch((error: unknown) => {
    throw inputError(path, error);
  });
  if (found === undefined) throw await noInput(path);
  if (found.kind === 'file' || found.kind === 'pipe') return found.kind;
  throw new GeomillError(
    'INPUT_MISSING',
    `the input ${path} is ${KIND_NAMES[found.kind]}: ${WANTED[found.kind]}`,
  );
}

const WANTED: Readonly<Record<Exclude<FileKind, 'file' | 'pipe'>, string>> = {
  folder: 'name a file in it',
  device: 'name a file or a pipe, or - for standard input',
  socket: 'name a file or a pipe, or - for standard input',
};

/** Returns the failure of an input that is not there, with the file of the folder that was probably meant. */
async function noInput(path: string): Promise<GeomillError> {
  const folder = dirname(path);
  const names = await readdir(folder).catch(() => undefined);
  const nearest = names && nearestName(basename(path), names);
  const advice =
    names === undefined
      ? `there is no folder ${resolve(folder)} either: check the path`
      : nearest === undefined
        ? `check the path; it is looked for in ${resolve(folder)}`
        : `did you mean ${join(folder, nearest)}?`;
  return new GeomillError('INPUT_MISSING', `there is no input file ${path}: ${advice}`);
}

function inputError(path: string, error: unknown): unknown {
  const errno = errnoOf(error) ?? '';
  if (errno === 'ENOENT')
    return new GeomillError('INPUT_MISSING', `there is no input file ${path}: check the path`, {
      cause: error,
    });
  const reason = REASONS[errno];
  if (reason === undefined) return error;
  return new GeomillError('INPUT_MISSING', `the input ${path} cannot be read (${errno}): ${reason}`, {
    cause: error,
  });
}
