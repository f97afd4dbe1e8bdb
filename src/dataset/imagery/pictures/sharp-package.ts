import type sharp from 'sharp';
import { GeomillError } from '../../../base/errors/geomill-error.ts';
import { message } from '../../../base/messages/message.ts';

const PACKAGE = 'sharp';
/** The version that the derived pictures are made and tested with. */
export const SHARP_VERSION = '0.35.5';

/** The image library. */
export type Sharp = typeof sharp;

/** Loads the image library. Errors: NOT_SUPPORTED, with the command that installs it. */
export async function loadSharp(
  load: () => Promise<unknown> = () => import(PACKAGE) as Promise<unknown>,
): Promise<Sharp> {
  try {
    return ((await load()) as { default: Sharp }).default;
  } catch (cause) {
    throw new GeomillError(
      'NOT_SUPPORTED',
      message('pictures.packageMissing', { name: PACKAGE, version: SHARP_VERSION }),
      { cause },
    );
  }
}
