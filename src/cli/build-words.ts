import { basename } from 'node:path';
import type { BuildStep } from '../dataset/compile/write-dataset.ts';
import type { OsmPhase } from '../dataset/osm/read-osm.ts';
import type { ReadProgress } from '../dataset/prepare-sources.ts';

/** The steps of a build, as the progress display shows them. */
export const STEP_WORDS: Readonly<Record<BuildStep, string>> = {
  read: 'reading',
  locate: 'assigning places to wards',
  streets: 'joining streets',
  tables: 'sorting the tables',
  arrays: 'building indexes',
  pictures: 'making pictures',
  roads: 'building road tiles',
  write: 'writing',
};

const PHASE_WORDS: Readonly<Record<OsmPhase, string>> = {
  relations: '1 of 4',
  ways: '2 of 4',
  nodes: '3 of 4',
  shapes: '4 of 4',
};

/** Returns the text of the progress display while a file is read. */
export function readingText({ file, phase }: ReadProgress): string {
  return `reading ${basename(file)}${phase === undefined ? '' : `, ${PHASE_WORDS[phase]}`}`;
}
