import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { errnoOf, failure } from '../../base/errors/geomill-error.ts';
import type { LatLonPolygons } from '../features.ts';
import { polygonsOfGeometry } from '../sources/geometry.ts';
import type { DecreeFile } from './read-decree.ts';

/** A file with the area of a part of a ward, as it was given, and what is in it. */
export interface Boundary {
  text: string;
  area: LatLonPolygons;
}

/** The boundaries of a decree by the names of their files. */
export type Boundaries = ReadonlyMap<string, Boundary>;

/**
 * Reads the boundaries of a decree, which are in one folder.
 *
 * Errors: INPUT_MISSING; INPUT_BAD for a file without polygons.
 */
export async function readBoundaries({ items }: DecreeFile, folder: string): Promise<Boundaries> {
  const names = new Set(items.map(({ boundary }) => boundary).filter((name) => name !== ''));
  const boundaries = new Map<string, Boundary>();
  for (const name of names) {
    const file = join(folder, name);
    const text = await readFile(file, 'utf8').catch((cause: unknown) => {
      throw failure('INPUT_MISSING', 'decree.unreadable', { file, cause: errnoOf(cause) ?? '' });
    });
    const area = areaOf(text);
    if (area.length === 0) throw failure('INPUT_BAD', 'decree.badBoundary', { file });
    boundaries.set(name, { text, area });
  }
  return boundaries;
}

/** Returns the polygons of GeoJSON: of a geometry, a feature, or all features of a collection; none if one of them has no polygon. */
function areaOf(text: string): LatLonPolygons {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return [];
  }
  const { features = [value] } = (value ?? {}) as { features?: unknown[] };
  if (!Array.isArray(features)) return [];
  const areas = features.map((feature) =>
    polygonsOfGeometry((feature as { geometry?: unknown } | null)?.geometry ?? feature),
  );
  return areas.includes(undefined) ? [] : areas.flatMap((area) => area ?? []);
}
