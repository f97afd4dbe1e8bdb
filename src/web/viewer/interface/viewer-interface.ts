import type { InterfaceEntry } from './entry.ts';
import { PHOTO_ENTRIES } from './photo-entries.ts';
import { PLUGIN_ENTRIES } from './plugin-entries.ts';
import { TOUR_ENTRIES } from './tour-entries.ts';

/**
 * Every option, callback, method and member of the viewer.
 *
 * Shape: the tables of docs/VIEWER.md and the checks in a browser are made for this list; a test fails for an entry without a check.
 * Source: interface document, section 4.12; entries with `isOwn` are Geomill's.
 */
export const VIEWER_INTERFACE: readonly InterfaceEntry[] = [
  ...PHOTO_ENTRIES,
  ...PLUGIN_ENTRIES,
  ...TOUR_ENTRIES,
];
