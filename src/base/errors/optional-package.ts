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
    const noun = names.length === 1 ? 'the package' : 'the packages';
    throw new GeomillError(
      'NOT_SUPPORTED',
      `${user} needs ${noun} ${names.join(' and ')}: run npm install ${packages}`,
      { cause },
    );
  }
}
