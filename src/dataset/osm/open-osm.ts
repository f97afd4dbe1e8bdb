import { open } from 'node:fs/promises';
import type { OsmSource } from './osm-entities.ts';
import { osmUnreadable } from './osm-faults.ts';
import { createPbfSource } from './pbf-source.ts';
import { createXmlSource } from './xml-source.ts';

/**
 * Opens an OpenStreetMap file for reading: PBF, XML or gzipped XML, detected by its first bytes, not by its name.
 *
 * Errors: INPUT_MISSING if there is no such file; IO if it cannot be read.
 */
export async function openOsmFile(path: string): Promise<OsmSource> {
  const head = await readHead(path);
  if (head[0] === 0x1f && head[1] === 0x8b) return createXmlSource(path, true);
  const text = head
    .toString('latin1')
    .replace(/^\u00ef\u00bb\u00bf/, '')
    .trimStart();
  return text.startsWith('<') ? createXmlSource(path, false) : createPbfSource(path);
}

async function readHead(path: string): Promise<Buffer> {
  try {
    const file = await open(path, 'r');
    try {
      const { bytesRead, buffer } = await file.read(Buffer.alloc(64), 0, 64, 0);
      return buffer.subarray(0, bytesRead);
    } finally {
      await file.close();
    }
  } catch (cause) {
    throw osmUnreadable(path, cause);
  }
}
