import { message, type Message } from '../../base/messages/message.ts';
import { type Level, LEVELS } from '../../contract/records/osm-feature.ts';
import type { PositionSource } from './position-source.ts';
import { isAmount } from './route-limits.ts';
import type { RouteOptions } from './route-options.ts';
import type { Placement, StageFault, StageRow, StageTable } from './stage.ts';
import { compileTemplate, type Template } from './template.ts';
import type { Position } from '../../base/geo/position.ts';
import type { Projection } from '../../base/position/projection.ts';
import { readPositionCell } from '../../base/position/written-position.ts';

/** Returns what the position of a row stands for; undefined where nothing says so. */
export type PlacementReader = (row: StageRow) => Placement | undefined;

/** Where the placements of rows come from. Shape: `finding` reports detected columns. */
export interface PlacementSource {
  read: PlacementReader;
  finding?: Message;
}

const MEMBERS = ['level', 'confidence', 'accuracy_meters'] as const;
type Member = (typeof MEMBERS)[number];

/**
 * Binds what positions stand for to the options `level` and `confidence`, else to the stage that gave the positions, in this job or in an earlier run.
 *
 * Shape: an earlier run has written `geocode_level` beside `geocode_lat`, with any name of the stage.
 */
export function placementSource(
  options: RouteOptions,
  table: StageTable,
  position: PositionSource,
): PlacementSource | { faults: readonly StageFault[] } {
  const stage = /^\{(.+)_lat\}$/.exec(position.latitude ?? '')?.[1];
  const isDetected = stage !== undefined && options.detect_columns !== false;
  const templates: Partial<Record<Member, Template>> = {};
  const faults: StageFault[] = [];
  const detected: string[] = [];
  for (const member of MEMBERS) {
    const stated = member === 'accuracy_meters' ? undefined : options[member];
    const column = `${stage}_${member}`;
    const isFound = stated === undefined && isDetected && table.columns.includes(column);
    if (stated === undefined && !isFound) continue;
    const template = compileTemplate(stated ?? `{${column}}`, table.columns);
    if ('faults' in template)
      faults.push(...template.faults.map((fault) => ({ option: member, message: fault })));
    else templates[member] = template;
    if (isFound) detected.push(`"${column}"`);
  }
  if (faults.length > 0) return { faults };
  if (Object.keys(templates).length === 0) return { read: ({ placement }) => placement };
  const read: PlacementReader = ({ cells, placement }) => {
    const text = (member: Member) => templates[member]?.render(cells).trim();
    const number = (member: Member) => {
      const cell = text(member);
      return cell !== undefined && isAmount(cell) ? Number(cell.replace(',', '.')) : null;
    };
    return {
      level: templates.level ? levelOf(text('level')) : (placement?.level ?? null),
      confidence: templates.confidence ? number('confidence') : (placement?.confidence ?? null),
      accuracyMeters: templates.accuracy_meters
        ? number('accuracy_meters')
        : (placement?.accuracyMeters ?? null),
    };
  };
  if (detected.length === 0) return { read };
  return { read, finding: message('stage.placementReadFrom', { columns: detected }) };
}

function levelOf(text: string | undefined): Level | null {
  return LEVELS.find((level) => level === text) ?? null;
}

/** The coarsest level that is served as a stop if a job says nothing: the centre of a ward is nobody's door. */
const MIN_LEVEL: Level = 'poi';

/** Returns why a position must not be served as a stop; undefined if it may, or if nothing says what it stands for. */
export function doubtOf(placement: Placement | undefined, options: RouteOptions): Message | undefined {
  const { level = null, confidence = null } = placement ?? {};
  const minLevel = options.min_level ?? MIN_LEVEL;
  if (level !== null && coarseness(level) > coarseness(minLevel))
    return message('stage.positionTooCoarse', { level, least: minLevel });
  const minConfidence = options.min_confidence ?? 0;
  if (confidence !== null && confidence < minConfidence)
    return message('stage.confidenceTooLow', { least: minConfidence });
  return undefined;
}

/** Returns the place of a level among all, finest first; -1 for a level that is not known. */
const coarseness = (level: string) => LEVELS.findIndex((known) => known === level);

/** Levels whose position is a door. */
const DOORS: readonly string[] = ['position', 'house', 'interpolated', 'poi'];

/** Returns what a driver has to know about a position that is no door; undefined for one that is, or if nothing says what it stands for. */
export function coarseNote(placement: Placement | undefined): Message | undefined {
  const level = placement?.level;
  if (level === undefined || level === null || DOORS.includes(level)) return undefined;
  const meters = placement?.accuracyMeters;
  return meters === null || meters === undefined
    ? message('stage.positionOfLevel', { level })
    : message('stage.positionOfLevelWithin', { level, meters: Math.round(meters) });
}

/** The start or end of a tour: a row of the batch, the start itself, or a position of its own. */
export type EndSource =
  | { kind: 'first' | 'last' | 'start' }
  | { kind: 'place'; read: (row: StageRow) => Position | { fault: Message } };

/** Binds `start` or `end` to the columns of an input. Shape: `projection` is that of positions in metres. */
export function planEnd(
  option: 'start' | 'end',
  text: string,
  columns: readonly string[],
  projection?: Projection,
): EndSource | { faults: readonly StageFault[] } {
  const words = option === 'start' ? ['first'] : ['last', 'start'];
  if (words.includes(text)) return { kind: text as 'first' };
  if (/[{}]/.test(text)) {
    const template = compileTemplate(text, columns);
    if ('faults' in template) return { faults: template.faults.map((fault) => ({ option, message: fault })) };
    return { kind: 'place', read: ({ cells }) => readPositionCell(template.render(cells), projection) };
  }
  const place = readPositionCell(text, projection);
  if (!('fault' in place)) return { kind: 'place', read: () => place };
  return { faults: [{ option, message: message('stage.noEnd', { text, option }) }] };
}
