import { isGeomillError } from '../../base/errors/geomill-error.ts';

/** The result of one check. Shape: `remedy` says what to do about a warning or a fault, where the message does not. */
export interface Finding {
  check: string;
  state: 'ok' | 'warning' | 'fault';
  message: string;
  remedy?: string;
}

/** Runs a check; a failure of the catalogue becomes a finding with its message. */
export async function findingOf(
  check: string,
  state: 'warning' | 'fault',
  run: () => Promise<Omit<Finding, 'check'>>,
): Promise<Finding> {
  try {
    return { check, ...(await run()) };
  } catch (error) {
    if (!isGeomillError(error)) throw error;
    return { check, state, message: error.message };
  }
}
