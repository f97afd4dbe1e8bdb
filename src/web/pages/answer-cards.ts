import type { GeomillExtension, OsmFeatureCollection } from '../../contract/records/osm-feature.ts';
import type { Translate } from '../../base/messages/translate.ts';
import { el } from '../kit/dom.ts';
import { bandNameOf } from '../../contract/bands.ts';
import { useOf } from '../../contract/uses.ts';
import { mark, rowText } from '../kit/marks.ts';
import { positionText } from './questions.ts';
import type { GooglePlaceList } from '../../contract/records/google-place.ts';
import type { Position } from '../../base/geo/position.ts';

/** How cards are written and what they do. */
export interface CardFormat {
  t: Translate;
  percent: (share: number) => string;
  meters: (value: number) => string;
}

/** Builds the cards of an answer: one is open, and is the one that the map shows. */
export function answerCards(
  matches: readonly Match[],
  format: CardFormat,
  onSelect: (at: number) => void,
): HTMLElement[] {
  const open = (selected: number) => {
    cards.forEach(({ head, body }, at) => {
      head.setAttribute('aria-expanded', String(at === selected));
      body.hidden = at !== selected;
    });
    onSelect(selected);
  };
  const cards = matches.map((match, at) => answerCard(match, at, format, () => open(at)));
  if (cards.length > 0) open(0);
  return cards.map(({ element }) => element);
}

function answerCard(match: Match, at: number, format: CardFormat, onOpen: () => void) {
  const { name, label } = match;
  const id = `match-${at + 1}`;
  const body = el('div', { id, class: 'card-body' }, ...details(match, format));
  const head = el(
    'button',
    { type: 'button', class: 'card-title', 'aria-controls': id, onclick: onOpen },
    el('span', { class: 'number' }, String(at + 1)),
    ' ',
    el('span', { lang: 'vi' }, name || label),
  );
  const rest = label !== name && name !== '' && el('p', { class: 'label', lang: 'vi' }, rowText(label));
  const element = el(
    'li',
    { class: 'card' },
    el('h3', {}, head),
    rest,
    el('ul', { class: 'facts' }, ...facts(match, format).map((fact) => el('li', {}, ...fact))),
    body,
  );
  return { element, head, body };
}

/** What is said of every match: how sure it is, what it stands for, and how exact. */
function facts({ facts: known, distanceMeters }: Match, format: CardFormat): (Node | string)[][] {
  const { t, percent, meters } = format;
  const said: (Node | string)[][] = [];
  if (known?.confidence !== undefined) {
    const band = bandNameOf(known.confidence);
    said.push([mark(band), ` ${t('answer.right', { n: percent(known.confidence) })}`]);
  }
  if (known) said.push([`${verdictOf(known, t)} (${t(`level.${known.level}`)})`]);
  if (distanceMeters !== undefined) said.push([t('answer.distance', { n: meters(distanceMeters) })]);
  // The radius is that of the matches of texts: what is near a position is where it is.
  else if (known) said.push([t('answer.within', { n: meters(known.accuracy_radius_meters) })]);
  return said;
}

/** Returns what the match is good for, as a run with this address counts it. */
function verdictOf({ ambiguity, level, confidence }: GeomillExtension, t: Translate): string {
  const status = ambiguity ? 'ambiguous' : 'ok';
  return t(`use.${useOf({ status, level, verdict: '', probability: confidence }) ?? 'house_or_street'}`);
}

function details({ position, postalCode, facts: known }: Match, { t, percent }: CardFormat): HTMLElement[] {
  const { ambiguity, ward_candidates: wards = [] } = known ?? {};
  const parts = [
    ambiguity && el('p', { class: 'note' }, t(`ambiguity.${ambiguity}`)),
    wards.length > 1 &&
      el(
        'p',
        {},
        `${t('answer.wardsBecame')} `,
        el('span', { lang: 'vi' }, wards.map(({ ward, share }) => `${ward} (${percent(share)})`).join(', ')),
      ),
    known?.parts && verdictList(known.parts, t),
    known && unitTable(known, t),
    position &&
      el(
        'p',
        { class: 'quiet' },
        `${t('answer.position')}: ${positionText(position)}`,
        postalCode && ` · ${t('answer.postalCode')}: ${postalCode}`,
      ),
  ];
  return parts.filter((part) => part instanceof HTMLElement);
}

/** Marks of the verdicts, so that their colour is not needed. */
const VERDICT_MARKS = {
  confirmed: 'ok',
  corrected: 'middle',
  completed: 'skipped',
  contradicted: 'error',
  unknown: 'low',
  missing: 'skipped',
} as const;

function verdictList(parts: NonNullable<GeomillExtension['parts']>, t: Translate): HTMLElement {
  const named = Object.entries(parts) as [keyof typeof parts, keyof typeof VERDICT_MARKS][];
  return el(
    'ul',
    { class: 'verdicts' },
    ...named
      // Neither the text nor the match has it.
      .filter(([, verdict]) => verdict !== 'missing')
      .map(([part, verdict]) =>
        el(
          'li',
          {},
          mark(VERDICT_MARKS[verdict]),
          ` ${t(`addressPart.${part}`)}: ${t(`partVerdict.${verdict}`)}`,
        ),
      ),
  );
}

/** Shows the former units beside those since July 2025. */
function unitTable({ old, new: since, newest_day: day }: GeomillExtension, t: Translate): HTMLElement {
  const rows = (['ward', 'district', 'province'] as const).flatMap((level) =>
    old[level] === null && since[level] === null
      ? []
      : [
          el(
            'tr',
            {},
            el('th', { scope: 'row' }, t(`unit.${level}`)),
            el('td', { lang: 'vi' }, old[level] ?? '–'),
            el('td', { lang: 'vi' }, since[level] ?? '–'),
          ),
        ],
  );
  const head = [t('answer.unit'), t('answer.former'), t('answer.since', { day: day ?? '2025-07-01' })];
  return el(
    'table',
    { class: 'units' },
    el('thead', {}, el('tr', {}, ...head.map((text) => el('th', { scope: 'col' }, text)))),
    el('tbody', {}, ...rows),
  );
}

/** A match of either shape. Shape: `facts` are those of the local engine; other services have none. Units: metres. */
export interface Match {
  id: string;
  name: string;
  label: string;
  position: Position | undefined;
  distanceMeters: number | undefined;
  postalCode: string | undefined;
  facts: GeomillExtension | undefined;
}

/** Returns the matches of a response of either shape. */
export function matchesOf(body: unknown): Match[] {
  const { features, results } = (body ?? {}) as Partial<OsmFeatureCollection & GooglePlaceList>;
  if (Array.isArray(features)) {
    return features.map(({ geometry, properties }) => ({
      id: properties.id ?? '',
      name: properties.name ?? '',
      label: properties.label ?? '',
      position: geometry
        ? { lat: geometry.coordinates[1] as number, lon: geometry.coordinates[0] as number }
        : undefined,
      distanceMeters: properties.distance ?? undefined,
      postalCode: properties.postalcode ?? undefined,
      facts: properties.geomill,
    }));
  }
  return (results ?? []).map(({ place_id, name, formatted_address, geometry }) => ({
    id: place_id ?? '',
    name: name ?? formatted_address ?? '',
    label: formatted_address ?? '',
    position: { lat: geometry.location.lat, lon: geometry.location.lng },
    distanceMeters: undefined,
    postalCode: undefined,
    facts: undefined,
  }));
}
