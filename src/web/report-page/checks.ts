import type { ExpectationFacts, ReportFacts, Sentence } from '../../report/data/report-facts.ts';
import { el } from '../kit/dom.ts';
import { mark, rowText } from '../kit/marks.ts';
import type { Format } from './format.ts';
import { panel, plainTable } from './summary.ts';

/** Builds what was known before and after the run: what its job expected, what a sample named, and what the run remarked; undefined for nothing. */
export function checkSection(facts: ReportFacts, format: Format): HTMLElement | undefined {
  const { expectations, findings, sample } = facts;
  const { texts, t } = format;
  if (expectations.length === 0 && findings.length === 0 && sample === undefined) return undefined;
  const item = (finding: Sentence) => el('li', {}, format.sentence(finding));
  const unmet = expectations.filter(({ isMet }) => !isMet).length;
  return el(
    'section',
    { class: 'checks' },
    el('h2', {}, texts.checks),
    expectations.length > 0 &&
      el(
        'div',
        {},
        el(
          'h3',
          {},
          texts.expectations,
          el(
            'span',
            { class: 'quiet whole' },
            ` ${t('report.unmet', { n: unmet, all: expectations.length })}`,
          ),
        ),
        plainTable(
          [texts.figure, texts.expected, texts.found, texts.outcomeOf],
          expectations.map((one) => expectationRow(one, format)),
        ),
      ),
    el(
      'div',
      { class: 'panels' },
      findings.length > 0 && panel(texts.findings, el('ul', { class: 'findings' }, ...findings.map(item))),
      sample !== undefined && panel(texts.sample, el('p', {}, format.sentence(sample))),
    ),
  );
}

function expectationRow({ name, description, expected, found, isMet }: ExpectationFacts, format: Format) {
  const { texts } = format;
  return [
    [rowText(name), description !== '' && el('div', { class: 'quiet' }, format.sentence(description))],
    el('span', { class: 'bound' }, rowText(expected)),
    found === null ? texts.none : rowText(String(Math.round(found * 10_000) / 10_000)),
    [mark(isMet ? 'ok' : 'error'), ' ', isMet ? texts.met : texts.notMet],
  ];
}
