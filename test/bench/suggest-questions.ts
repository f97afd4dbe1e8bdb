import type { Position } from '../../src/base/geo/position.ts';
import { fold } from '../../src/base/text/fold.ts';
import { pick, type Random } from './random.ts';

/** Holds what somebody has typed so far, and where they are. */
export interface SuggestQuestion {
  text: string;
  focus?: Position;
  radiusMeters?: number;
}

/** Holds a name to be typed, the units behind it, and where it is. */
export interface NamedPlace {
  name: string;
  units: string;
  position: Position;
}

/** Names the kinds of questions that are measured. */
export const SUGGEST_KINDS = [
  'one or two letters',
  'one or two letters, near',
  'one or two letters, far',
  'half a name',
  'half a name, near',
  'number and half a name',
  'name and half a unit',
  'one typo',
  'no spaces',
] as const;

/** Names a kind of question. */
export type SuggestKind = (typeof SUGGEST_KINDS)[number];

const RADIUS_METERS = 50_000;

/** Types a question of one kind for a place of the dataset. */
export function typeQuestion(
  random: Random,
  kind: SuggestKind,
  places: readonly NamedPlace[],
): SuggestQuestion {
  const { name, units, position } = pick(random, places);
  const text = random() < 0.5 ? fold(name) : name;
  const half = text.slice(0, 2 + Math.ceil(random() * (text.length - 2)));
  const short = half.slice(0, random() < 0.5 ? 1 : 2);
  const near = { focus: position, radiusMeters: RADIUS_METERS };
  switch (kind) {
    case 'one or two letters':
      return { text: short };
    case 'one or two letters, near':
      return { text: short, ...near };
    case 'one or two letters, far':
      return { text: short, ...near, focus: pick(random, places).position };
    case 'half a name':
      return { text: half };
    case 'half a name, near':
      return { text: half, ...near };
    case 'number and half a name':
      return { text: `${Math.ceil(random() * 100)}${random() < 0.3 ? '/3' : ''} ${half}` };
    case 'name and half a unit':
      return { text: `${text}, ${units.slice(0, Math.ceil(random() * units.length))}` };
    case 'one typo':
      return { text: `${withTypo(random, fold(name))}, ${units}` };
    case 'no spaces':
      return { text: fold(half).replaceAll(' ', '') };
  }
}

/** Replaces, drops or doubles one letter. */
function withTypo(random: Random, text: string): string {
  const at = Math.floor(random() * text.length);
  const letter = pick(random, [...'abcdeghiklmnopqrstuvxy']);
  const kind = random();
  const put = kind < 0.4 ? letter : kind < 0.7 ? '' : letter + (text[at] ?? '');
  return text.slice(0, at) + put + text.slice(at + 1);
}
