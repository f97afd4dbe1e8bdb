import type { Format, ReportTexts } from './format.ts';
import { levelName, levelTitle } from './level-name.ts';
import { RIGHT_WARD, USES } from '../../contract/uses.ts';
import { CONFIDENCE_BINS } from '../../report/data/report-facts.ts';
import { el } from '../kit/dom.ts';
import { DIMENSIONS, type Dimension, type FilterStore } from './filter-state.ts';
import type { Translate } from '../../base/messages/translate.ts';

/** What the list of filters needs of the page. */
export interface FilterNames {
  format: Format;
  store: FilterStore;
  signal: AbortSignal;
  areaName: (code: string) => string;
  /** Returns a reason, or a kind of them, by its English text. */
  reasonName: (english: string) => string;
}

/** Builds the list of what is chosen, each with a button that removes it; empty without any. */
export function activeFilters({ format, store, signal, ...names }: FilterNames): HTMLElement {
  const { texts, t } = format;
  const place = el('div', { class: 'active-filters', role: 'group', 'aria-label': texts.filters });
  const update = () => {
    const { chosen, search } = store.state();
    const chips = DIMENSIONS.flatMap((dimension) =>
      [...chosen[dimension]].map((value) => {
        const name = `${dimensionName(dimension, value, texts)}: ${valueName(dimension, value, format, names)}`;
        return chip(name, t, () => store.toggle(dimension, value));
      }),
    );
    if (search.trim() !== '') chips.push(chip(search, t, () => store.setSearch('')));
    place.hidden = chips.length === 0;
    place.replaceChildren(
      ...chips,
      el('button', { type: 'button', class: 'link', onclick: () => store.clear() }, texts.clearFilters),
    );
  };
  update();
  store.onChange(update, signal);
  return place;
}

function chip(name: string, t: Translate, onclick: () => void): HTMLElement {
  const label = t('report.removeFilter', { name });
  return el(
    'button',
    { type: 'button', class: 'chip', 'aria-label': label, title: label, onclick },
    el('bdi', {}, name),
    el('span', { 'aria-hidden': 'true' }, ' ×'),
  );
}

function dimensionName(dimension: Dimension, value: string, texts: ReportTexts): string {
  if (dimension === 'level') return levelTitle([value], texts);
  return dimension === 'kind' || dimension === 'bin' ? texts.confidence : texts[dimension];
}

function valueName(
  dimension: Dimension,
  value: string,
  format: Format,
  { areaName, reasonName }: Pick<FilterNames, 'areaName' | 'reasonName'>,
): string {
  const { texts, t } = format;
  const known = (names: Readonly<Record<string, string>>) =>
    Object.hasOwn(names, value) ? (names[value] as string) : value;
  switch (dimension) {
    case 'status':
    case 'verdict':
      return known(texts);
    case 'kind':
      return known(kindNames(texts));
    case 'use':
      return t(`use.${([...USES, RIGHT_WARD] as const).find((use) => use === value) ?? 'to_decide'}`);
    case 'level':
      return levelName(value, t);
    case 'change':
      return t('report.changeName', { change: value });
    case 'bin':
      return `${format.decimal(Number(value) / CONFIDENCE_BINS, 2)}–${format.decimal((Number(value) + 1) / CONFIDENCE_BINS, 2)}`;
    case 'area':
      return areaName(value);
    case 'reason':
      return reasonName(value);
  }
}

/** Returns the names of the kinds of points. */
export function kindNames(texts: ReportTexts): Readonly<Record<string, string>> {
  const { ok, bandHigh, bandMiddle, bandLow, legendNotOk } = texts;
  return { ok, high: bandHigh, middle: bandMiddle, low: bandLow, not_ok: legendNotOk };
}
