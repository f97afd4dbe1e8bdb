import { decodeOutlines } from '../../../base/geo/outlines.ts';
import { projectUnits, type MapUnits } from './units.ts';

/** Loads the outlines at an address. Errors: those of `fetch`; an Error without outlines there. */
export async function loadUnits(url: string): Promise<MapUnits> {
  const response = await fetch(url);
  if (!response.ok || !response.body) throw new Error(`no outlines: ${response.status}`);
  const plain = response.body.pipeThrough(new DecompressionStream('deflate-raw'));
  return projectUnits(decodeOutlines(new Uint8Array(await new Response(plain).arrayBuffer())));
}
