import { fillMarked } from './marked.ts';
import { readViewerInterface, type InterfaceEntry } from './viewer-interface.ts';

/** The groups of the list, in the order of the page, with their marks. */
const GROUPS: Readonly<Record<string, string>> = {
  Photo: 'viewer-options',
  photo: 'viewer-methods',
  PhotoAdapter: 'viewer-adapter',
  panorama: 'viewer-panorama',
  CompassPlugin: 'viewer-compass',
  PlanPlugin: 'viewer-plan',
  VirtualTourPlugin: 'viewer-tour',
  VirtualTourNode: 'viewer-node',
  TrackPlugin: 'viewer-track',
  ViewModePlugin: 'viewer-mode',
  lang: 'viewer-texts',
};

/** Returns docs/VIEWER.md with the lists of all names. Errors: Error for a group of the list without a place on the page. */
export function viewerPage(text: string): string {
  const groupOf = (name: string) => name.slice(0, name.indexOf('.'));
  const entries = readViewerInterface();
  const homeless = entries.find(({ name }) => GROUPS[groupOf(name)] === undefined);
  if (homeless) throw new Error(`${homeless.name} has no place in docs/VIEWER.md`);
  return Object.entries(GROUPS).reduce(
    (page, [group, mark]) => fillMarked(page, mark, groupText(group, entries)),
    text,
  );
}

/** Returns the names of a group; their meaning, default and example are in the types. */
function groupText(group: string, entries: readonly InterfaceEntry[]): string {
  return entries
    .filter(({ name }) => name.startsWith(`${group}.`))
    .map(({ name, isOwn }) => `\`${name.slice(group.length + 1)}\`${isOwn ? ' \\*' : ''}`)
    .join(', ')
    .replace(/(.{120,150},) /g, '$1\n');
}
