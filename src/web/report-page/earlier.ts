import type { UseFigure } from '../../contract/uses.ts';
import type { Format } from './format.ts';
import { levelName } from './level-name.ts';
import { panel } from './summary.ts';
import type { CountChange, EarlierFacts, ReportFacts } from '../../report/data/report-facts.ts';
import { el } from '../kit/dom.ts';
import { mark, rowText } from '../kit/marks.ts';

/** Builds the comparison with an earlier run: what that was, and a sentence for each count that differs; undefined without such a run. */
export function earlierSection({ earlier, stages }: ReportFacts, format: Format): HTMLElement | undefined {
  if (!earlier) return undefined;
  const { texts, t } = format;
  const groups = [
    { title: texts.use, kinds: ['rows', 'use'] },
    { title: texts.status, kinds: ['status', 'rejected'] },
    { title: texts.level, kinds: ['level'] },
  ].flatMap(({ title, kinds }) => {
    const changes = earlier.changes.filter(({ kind }) => kinds.includes(kind));
    if (changes.length === 0) return [];
    const lines = changes.map((change) => changeLine(change, earlier, stages, format));
    return [panel(title, el('ul', { class: 'findings changes' }, ...lines))];
  });
  return el(
    'section',
    { class: 'earlier' },
    el(
      'h2',
      {},
      earlier.name === undefined ? texts.earlier : t('report.earlierOther', { run: earlier.name }),
    ),
    el('p', { class: 'quiet' }, ...introduction(earlier, format)),
    groups.length === 0 ? el('p', {}, texts.nothingChanged) : el('div', { class: 'panels' }, ...groups),
  );
}

/** Returns the sentences about the earlier run. */
function introduction(
  { isSameInput, isComplete, service, edition, rows }: EarlierFacts,
  { texts, t, day }: Format,
): (HTMLElement | string)[] {
  const n = rows.before;
  const input = isSameInput ? t('report.earlierSameInput', { n }) : t('report.earlierOtherInput', { n });
  const data = edition
    ? [t('report.earlierEdition', { before: day(edition.before), after: day(edition.after) })]
    : service !== undefined
      ? [`${texts.earlierService} `, rowText(service), '.']
      : [texts.earlierSameService];
  const sentences = [[input], ...(isComplete ? [] : [[texts.earlierLimited]]), data];
  return sentences.flatMap((parts, at) => (at === 0 ? parts : [' ', ...parts]));
}

function changeLine(
  { kind, stage, name, before, after }: CountChange,
  { rows }: EarlierFacts,
  stages: ReportFacts['stages'],
  format: Format,
): HTMLElement {
  const { t } = format;
  const more = after - before;
  const figures = {
    n: Math.abs(more),
    before,
    after,
  };
  // A share stays on one line.
  const share = (part: number, all: number) => format.percent(part, all).replace(' ', '\u00a0');
  const shares = { before: share(before, rows.before), after: share(after, rows.after) };
  const ofStage = stages.length > 1 && stage !== '' && el('span', { class: 'quiet' }, rowText(stage), ' · ');
  return el(
    'li',
    {},
    kind === 'status' ? mark(name) : kind === 'rejected' && mark('rejected'),
    el(
      'span',
      {},
      ofStage,
      el('b', {}, nameOf(kind, name, format)),
      `: ${more > 0 ? t('report.changeMore', figures) : t('report.changeFewer', figures)}`,
      // All rows are no share of anything.
      kind !== 'rows' && el('span', { class: 'quiet' }, ` ${t('report.changeShares', shares)}`),
    ),
  );
}

function nameOf(kind: CountChange['kind'], name: string, { texts, t }: Format): string {
  if (kind === 'rows') return texts.rows;
  if (kind === 'rejected') return texts.rejected;
  if (kind === 'level') return levelName(name, t);
  if (kind === 'status') return texts[name as 'ok' | 'ambiguous' | 'not_found' | 'skipped' | 'error'];
  return t(`use.${name as UseFigure['name']}`);
}
