import { VIEWER_INTERFACE } from '../../src/web/viewer/interface/viewer-interface.ts';
import { fillMarked, table } from './marked.ts';

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

/** Returns docs/VIEWER.md with the tables of all names. Errors: Error for a group of the list without a place on the page. */
export function viewerPage(text: string): string {
  const groupOf = (name: string) => name.slice(0, name.indexOf('.'));
  const homeless = VIEWER_INTERFACE.find(({ name }) => GROUPS[groupOf(name)] === undefined);
  if (homeless) throw new Error(`${homeless.name} has no place in docs/VIEWER.md`);
  return Object.entries(GROUPS).reduce(
    (page, [group, mark]) => fillMarked(page, mark, groupTable(group)),
    text,
  );
}

function groupTable(group: string): string {
  const entries = VIEWER_INTERFACE.filter(({ name }) => name.startsWith(`${group}.`));
  const rows = entries.map(({ name, type, default: initial, meaning, example, isOwn }) => [
    `\`${name.slice(group.length + 1)}\`${isOwn ? ' \\*' : ''}`,
    type,
    initial ?? '',
    meaning,
    `\`${example}\``,
  ]);
  return table(['name', 'type', 'default', 'meaning', 'example'], rows);
}
