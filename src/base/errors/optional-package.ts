import { message } from '../messages/message.ts';
import { GeomillError } from './geomill-error.ts';

/**
 * Loads packages that are installed only where they are used.
 *
 * Shape: `packages` as npm takes them, `name@version` with spaces between.
 * Errors: NOT_SUPPORTED with the command that installs them.
 */
export async function loadOptional<T>(user: string, packages: string, load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (cause) {
    const names = packages.split(' ').map((each) => each.slice(0, each.lastIndexOf('@')));
    throw new GeomillError(
      'NOT_SUPPORTED',
      message('fault.packageMissing', { user, count: names.length, names, packages }),
      { cause },
    );
  }
}
