import type { Outlines } from '../../base/geo/outlines.ts';
import type { Position } from '../../base/geo/position.ts';
import { USES } from '../../contract/uses.ts';
import type { Format } from './format.ts';
import { levelName } from './level-name.ts';
import {
  englishOf,
  NO_CONFIDENCE,
  STATUSES,
  VERDICTS,
  type ReportFacts,
} from '../../report/data/report-facts.ts';
import { el } from '../kit/dom.ts';
import { mark, rowText } from '../kit/marks.ts';
import { bandOf } from './bands.ts';
import { candidateList, partList, pictureOf, rowActions, unitTable } from './card-parts.ts';
import { conversionPart, dividedWard, isConverted } from './conversion.ts';
import { earlierPart } from './earlier.ts';
import { placeOf, type CardRow, type DetailReader } from './card-details.ts';
import { thumbOf, type PageRows } from './page-data.ts';
import type { TextStore } from './row-texts.ts';

/** What a card needs of the report. */
export interface CardSource {
  facts: ReportFacts;
  rows: PageRows;
  texts: TextStore;
  details: DetailReader;
  format: Format;
  areaName: (code: string) => string;
  outlines: readonly Outlines[];
  onClose: () => void;
  onRow: (row: number) => void;
}

/** Builds the card of a row: what was asked beside what was found, the verdict of each part, units, candidates, and why. */
export function rowCard(source: CardSource, row: number, redraw: () => void): HTMLElement {
  const { facts, rows, format, onClose } = source;
  const { texts, t } = format;
  const text = source.texts.get(row, redraw);
  const status = STATUSES[rows.status[row] as number] ?? 'ok';
  const confidence = rows.confidence[row] as number;
  const card: CardRow = {
    row,
    details: source.details(row, redraw),
    input: text?.input.filter(Boolean).join(' · ') ?? '',
    match: text?.match ?? '',
    level: facts.levels[(rows.level[row] as number) - 1] ?? '',
    confidence: confidence === NO_CONFIDENCE ? undefined : confidence / 1000,
    position: rows.position[row] as number,
  };
  const verdict = VERDICTS[(rows.verdict[row] as number) - 1];
  const stages = facts.stages.map(({ name }) => name);
  const matches = stages.at(-1) === 'nearby' ? texts.placesNearby : texts.candidates;
  const id = 'card-title';
  return el(
    'section',
    { class: 'card', 'aria-labelledby': id },
    el(
      'header',
      {},
      el('h3', { id }, t('report.details', { n: rows.number[row] as number })),
      el('span', { class: 'card-status' }, mark(status), ` ${texts[status]}`),
      verdict && el('span', { class: `tag verdict-${verdict}` }, texts[verdict]),
      el('button', { type: 'button', class: 'close', 'aria-label': texts.close, onclick: onClose }, '×'),
    ),
    el('p', { class: 'explanation' }, ...explanation(source, card)),
    text ? comparison(facts, text.input, card, format) : el('p', {}, '…'),
    earlierPart(facts, rows, row, source.areaName, format),
    candidateList(card, placesOf(source, card)[0], matches, format),
    dividedWard(card, source.areaName, format),
    rowActions(rowPlace(source, card), commandOf(stages, status, rows.use[row]), format),
    card.position > 0 && placeLine(source, card),
    partList(card, format),
    isConverted(card.details)
      ? conversionPart(card, facts.run, format, source.outlines, facts.areas[rows.area[row]! - 1]?.[0])
      : unitTable(card.details, format),
    pictureOf(card.details, format, thumbOf(facts, card.details.one('thumb'))),
  );
}

/** Shows the input above the match, as the results have them: which words the match explains is not in the results. */
function comparison(
  { textColumns }: ReportFacts,
  input: readonly string[],
  { match, details }: CardRow,
  { texts }: Format,
): HTMLElement {
  const entries = textColumns.map((name, at) => line(name, rowText(input[at] ?? '')));
  // Both sides of a conversion have a place of their own, and so has the first of several matches.
  const isElsewhere = match === '' || isConverted(details) || details.candidates.length > 0;
  const found = !isElsewhere && line(texts.match, rowText(match));
  return el('dl', { class: 'comparison' }, ...entries, found);
}

const line = (name: string, content: Node) =>
  el('div', {}, el('dt', {}, rowText(name)), el('dd', {}, content));

/** Returns the sentences that say why the row is as it is. */
function explanation({ facts, rows, format }: CardSource, card: CardRow): (Node | string)[] {
  const { texts, t } = format;
  const { row, details, level, confidence } = card;
  const reason = facts.reasons[(rows.reason[row] as number) - 1]?.text;
  const parts: (Node | string)[] = [];
  if (reason)
    parts.push(`${texts.reason}: `, format.sentence(reason), englishOf(reason).endsWith('.') ? ' ' : '. ');
  if (level !== '' && !isConverted(details))
    parts.push(`${t('report.atLevel', { level: levelName(level, t) })} `);
  const isProbability = facts.overall.meaning === 'probability';
  if (confidence !== undefined) {
    const values = { n: format.decimal(confidence, 3) };
    const sentence = isProbability ? t('report.isRight', values) : t('report.hasConfidence', values);
    parts.push(mark(bandOf(confidence * 1000) ?? 'low'), ` ${sentence} `);
  }
  const meters = Number(details.one('accuracy_meters'));
  if (details.one('accuracy_meters') !== '' && Number.isFinite(meters))
    parts.push(`${t('report.accuracy', { n: format.meters(meters) })} `);
  const measured = details.one('distance_meters');
  // Several matches have the distance of each.
  if (measured !== '' && details.candidates.length === 0)
    parts.push(`${t('report.measured', { n: format.meters(Number(measured)) })} `);
  const resolution = details.one('resolution');
  if (resolution !== '') parts.push(t('report.cell', { n: resolution }));
  const explained = details.one('text_match');
  if (explained !== '') parts.push(t('report.explained', { n: format.percent(Number(explained), 1) }));
  return parts;
}

/** Returns the command that goes on with a row: a review of addresses, or another attempt at one with an error. */
function commandOf(stages: readonly string[], status: string, use = 0): 'review' | 'retry' | undefined {
  if (stages.includes('geocode'))
    return status !== 'ok' || USES[use - 1] === 'to_decide' ? 'review' : undefined;
  return status === 'error' ? 'retry' : undefined;
}

function rowPlace(
  { rows }: Pick<CardSource, 'rows'>,
  { position }: Pick<CardRow, 'position'>,
): Position | undefined {
  return position === 0 ? undefined : { lat: rows.lat[position]!, lon: rows.lon[position]! };
}

/** Returns the positions of the matches of a row, the best first: a place nearby has its own, another match that of the row. */
export function placesOf(
  source: Pick<CardSource, 'rows'>,
  { details, position }: Pick<CardRow, 'details' | 'position'>,
): (Position | undefined)[] {
  const first = placeOf((name) => details.one(name)) ?? rowPlace(source, { position });
  return [first, ...details.candidates.map(({ place }) => place)];
}

/** Offers the next row at the same position: points that lie on each other cannot be told apart on the map. */
function placeLine({ rows, format, onRow }: CardSource, { row, position }: CardRow): HTMLElement | undefined {
  const { texts, t } = format;
  const here: number[] = [];
  for (let other = 0; other < rows.count; other += 1) if (rows.position[other] === position) here.push(other);
  if (here.length < 2) return undefined;
  const next = here[(here.indexOf(row) + 1) % here.length]!;
  return el(
    'p',
    { class: 'quiet' },
    `${t('report.atPlace', { n: here.length })} `,
    el('button', { type: 'button', onclick: () => onRow(next) }, texts.nextHere),
  );
}
