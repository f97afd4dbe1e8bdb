import type { Format } from './format.ts';
import { levelName } from './level-name.ts';
import { NO_CONFIDENCE, STATUSES, VERDICTS, type ReportFacts } from '../../report/data/report-facts.ts';
import { el } from '../kit/dom.ts';
import { mark, rowText } from '../kit/marks.ts';
import { bandOf } from './bands.ts';
import { candidateList, partList, pictureOf, unitTable } from './card-parts.ts';
import { conversionPart, isConverted } from './conversion.ts';
import { cardDetails, detailValues, type CardRow } from './card-details.ts';
import { thumbOf, type PageRows } from './page-data.ts';
import type { TextStore } from './row-texts.ts';

/** What a card needs of the report. */
export interface CardSource {
  facts: ReportFacts;
  rows: PageRows;
  texts: TextStore;
  details: TextStore;
  format: Format;
  onClose: () => void;
  onRow: (row: number) => void;
}

/** Builds the card of a row: what was asked beside what was found, the verdict of each part, units, candidates, and why. */
export function rowCard(source: CardSource, row: number, redraw: () => void): HTMLElement {
  const { facts, rows, format, onClose } = source;
  const { texts, t } = format;
  const text = source.texts.get(row, redraw);
  const values = facts.detailColumns.length > 0 ? detailValues(source.details.get(row, redraw)) : [];
  const status = STATUSES[rows.status[row] as number] ?? 'ok';
  const confidence = rows.confidence[row] as number;
  const card: CardRow = {
    row,
    details: cardDetails(facts.detailColumns, values ?? []),
    input: text?.input.filter(Boolean).join(' · ') ?? '',
    match: text?.match ?? '',
    level: facts.levels[(rows.level[row] as number) - 1] ?? '',
    confidence: confidence === NO_CONFIDENCE ? undefined : confidence / 1000,
    position: rows.position[row] as number,
  };
  const verdict = VERDICTS[(rows.verdict[row] as number) - 1];
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
    partList(card, format),
    isConverted(card.details) ? conversionPart(card, facts.run, format) : unitTable(card.details, format),
    candidateList(card.details, format),
    pictureOf(card.details, format, thumbOf(facts, card.details.one('thumb'))),
    card.position > 0 && placeLine(source, card),
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
  // Both sides of a conversion have a place of their own.
  const found = match !== '' && !isConverted(details) && line(texts.match, rowText(match));
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
  if (reason) parts.push(`${texts.reason}: `, format.sentence(reason), '. ');
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
  const explained = details.one('text_match');
  if (explained !== '') parts.push(t('report.explained', { n: format.percent(Number(explained), 1) }));
  return parts;
}

/** Shows the position, and offers the next row at it: points that lie on each other cannot be told apart on the map. */
function placeLine({ rows, format, onRow }: CardSource, { row, position }: CardRow): HTMLElement {
  const { texts, t } = format;
  const place = `${(rows.lat[position] as number).toFixed(5)}, ${(rows.lon[position] as number).toFixed(5)}`;
  const here: number[] = [];
  for (let other = 0; other < rows.count; other += 1) if (rows.position[other] === position) here.push(other);
  const next = here[(here.indexOf(row) + 1) % here.length] as number;
  return el(
    'p',
    { class: 'quiet' },
    `${texts.position}: ${place}. `,
    here.length > 1 && `${t('report.atPlace', { n: here.length })} `,
    here.length > 1 && el('button', { type: 'button', onclick: () => onRow(next) }, texts.nextHere),
  );
}
