import { GeomillError, isGeomillError } from '../base/errors/geomill-error.ts';

/** Runs an action whose messages say what to do: the general hints are about the options of `geomill run`. */
export async function withoutHint<T>(action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (error) {
    if (!isGeomillError(error)) throw error;
    const { code, message, details } = error;
    throw new GeomillError(code, message, { cause: error, details: { ...details, hint: false } });
  }
}
