import type { ExpectationFacts, ReportFacts } from '../../report/data/report-facts.ts';
import { el } from '../kit/dom.ts';
import { mark, rowText } from '../kit/marks.ts';
import type { Format } from './format.ts';
import { plainTable } from './summary.ts';

/** Builds what was known before and after the run: what its job expected, what a sample named, and what the run remarked; undefined for nothing. */
export function checkSection(facts: ReportFacts, format: Format): HTMLElement | undefined {
  const { expectations, findings, sample } = facts;
  const { texts, t } = format;
  if (expectations.length === 0 && findings.length === 0 && sample === undefined) return undefined;
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
      findings.length > 0 &&
        el(
          'div',
          { class: 'panel' },
          el('h3', {}, texts.findings),
          el(
            'ul',
            { class: 'findings' },
            ...findings.map((finding) => el('li', {}, format.sentence(finding))),
          ),
        ),
      sample !== undefined &&
        el('div', { class: 'panel' }, el('h3', {}, texts.sample), el('p', {}, format.sentence(sample))),
    ),
  );
}

function expectationRow(
  { name, description, expected, found, isMet }: ExpectationFacts,
  format: Format,
): HTMLElement {
  const { texts } = format;
  return el(
    'tr',
    {},
    el(
      'td',
      {},
      rowText(name),
      description !== '' && el('div', { class: 'quiet' }, format.sentence(description)),
    ),
    el('td', { class: 'bound' }, rowText(expected)),
    el('td', {}, found === null ? texts.none : rowText(String(Math.round(found * 10_000) / 10_000))),
    el('td', {}, mark(isMet ? 'ok' : 'error'), ' ', isMet ? texts.met : texts.notMet),
  );
}
