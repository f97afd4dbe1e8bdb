import { readdir } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { nearestName } from '../../../base/text/suggestion.ts';
import { errnoOf, GeomillError } from '../../../base/errors/geomill-error.ts';
import type { DurableFile, DurableFs } from '../../../base/files/durable-fs.ts';
import { message } from '../../../base/messages/message.ts';

/** Failures of opening that are about the input itself; other failures may pass. */
const OF_INPUT = ['EACCES', 'EISDIR', 'ELOOP', 'ENAMETOOLONG', 'ENODEV', 'ENOTDIR', 'ENXIO', 'EPERM'];

/**
 * Opens an input for reading.
 *
 * Errors: INPUT_MISSING with the reason when it is missing, not a file, or not to be read; IO otherwise.
 */
export async function openInput(fs: DurableFs, path: string): Promise<DurableFile> {
  const kind = await inputKind(fs, path);
  if (kind === 'pipe') {
    throw new GeomillError('INPUT_MISSING', message('input.pipe', { path }));
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
  throw new GeomillError('INPUT_MISSING', message('input.noFileButKind', { path, kind: found.kind }));
}

/** Returns the failure of an input that is not there, with the file of the folder that was probably meant. */
async function noInput(path: string): Promise<GeomillError> {
  const folder = dirname(path);
  const names = await readdir(folder).catch(() => undefined);
  const nearest = names && nearestName(basename(path), names);
  return new GeomillError(
    'INPUT_MISSING',
    names === undefined
      ? message('input.missingFolder', { path, folder: resolve(folder) })
      : nearest === undefined
        ? message('input.missingInFolder', { path, folder: resolve(folder) })
        : message('input.missingMeant', { path, nearest: join(folder, nearest) }),
  );
}

function inputError(path: string, error: unknown): unknown {
  const errno = errnoOf(error) ?? '';
  if (errno === 'ENOENT')
    return new GeomillError('INPUT_MISSING', message('input.missing', { path }), {
      cause: error,
    });
  if (!OF_INPUT.includes(errno)) return error;
  return new GeomillError('INPUT_MISSING', message('input.notReadable', { path, errno }), {
    cause: error,
  });
}
