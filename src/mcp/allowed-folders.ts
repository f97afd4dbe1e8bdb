import { message } from '../base/messages/message.ts';
import { lstat, realpath } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { errnoOf, failure, GeomillError } from '../base/errors/geomill-error.ts';

/** The folders that tools may use. Shape: what may be written may be read too. */
export interface AllowedFolders {
  read: readonly string[];
  write: readonly string[];
  /**
   * Returns the real path of a file or folder that may be read. Shape: a relative path is below the first folder.
   *
   * Errors: PATH_REFUSED for a path outside, also through `..` or a link; INPUT_MISSING for one that does not exist.
   */
  readable: (path: string) => Promise<string>;
  /** Returns the real path of an output folder that may be written, which need not exist. Errors: PATH_REFUSED for a path outside. */
  writable: (path: string) => Promise<string>;
}

/** Opens the folders that a person has named. Errors: USAGE for one that does not exist. */
export async function openAllowedFolders(named: {
  read: readonly string[];
  write: readonly string[];
}): Promise<AllowedFolders> {
  const write = await Promise.all(named.write.map((folder) => realFolder('--write', folder)));
  const read = [...(await Promise.all(named.read.map((folder) => realFolder('--read', folder)))), ...write];

  function within(folders: readonly string[], path: string): boolean {
    return folders.some((folder) => {
      const below = relative(folder, path);
      return below === '' || (below !== '..' && !below.startsWith(`..${sep}`) && !isAbsolute(below));
    });
  }
  function refuse(path: string, purpose: 'read' | 'write', folders: readonly string[]): never {
    const open =
      folders.length === 0 ? message('tool.noFolderOpen') : message('tool.openFolders', { folders });
    throw failure('PATH_REFUSED', 'tool.pathNotOpen', { path, purpose, open });
  }
  async function allowed(path: string, purpose: 'read' | 'write'): Promise<string> {
    const folders = purpose === 'read' ? read : write;
    const [first] = folders;
    if (first === undefined || /^[a-z][a-z0-9+.-]*:\/\//i.test(path) || path.includes('\0'))
      return refuse(path, purpose, folders);
    const stated = resolve(first, path);
    const asNamed = purpose === 'read' ? [...named.read, ...named.write] : named.write;
    // First by the text alone: nothing outside is looked at, so that its existence is not told.
    if (!within([...folders, ...asNamed.map((folder) => resolve(folder))], stated))
      return refuse(path, purpose, folders);
    const real = await realPathOf(stated);
    return within(folders, real) ? real : refuse(path, purpose, folders);
  }

  return {
    read,
    write,
    async readable(path) {
      const real = await allowed(path, 'read');
      await realpath(real).catch((cause: unknown) => {
        throw new GeomillError('INPUT_MISSING', message('tool.noFile', { path }), { cause });
      });
      return real;
    },
    writable: (path) => allowed(path, 'write'),
  };
}

async function realFolder(option: string, folder: string): Promise<string> {
  try {
    return await realpath(folder);
  } catch (cause) {
    throw new GeomillError('USAGE', message('tool.noFolder', { option, folder }), {
      cause,
    });
  }
}

/** Returns the real path of what need not exist: that of the nearest folder above that does, and the rest of the path. */
async function realPathOf(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    const above = dirname(path);
    // A link that leads nowhere would be followed by whoever creates its target.
    if (errnoOf(error) !== 'ENOENT' || above === path) throw notUsable(path, error);
    if (await isLink(path)) throw notUsable(path, error);
    return join(await realPathOf(above), basename(path));
  }
}

async function isLink(path: string): Promise<boolean> {
  return lstat(path).then(
    (found) => found.isSymbolicLink(),
    () => false,
  );
}

function notUsable(path: string, cause: unknown): GeomillError {
  const reason = errnoOf(cause) ?? message('setting.unknownReason');
  return new GeomillError('PATH_REFUSED', message('tool.pathUnusable', { path, cause: reason }), { cause });
}
