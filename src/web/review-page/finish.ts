import type { ReviewFacts } from '../../report/data/review-facts.ts';
import { el } from '../kit/dom.ts';
import type { PageFormat } from '../kit/page-format.ts';
import { saveText } from '../kit/save-text.ts';
import { decisionFile } from './decisions.ts';
import { type Keeper, post } from './keeper.ts';
import type { Review } from './review.ts';

/** Builds the end of a review: the file of its decisions with the command that takes it back, or, of a page that a server sent, the button that writes the results. */
export function finishSection(
  facts: ReviewFacts,
  review: Review,
  keeper: Keeper,
  format: PageFormat,
  inTurn: (act: () => Promise<unknown> | void) => void,
): HTMLElement {
  const { t } = format;
  const says = el('p', { role: 'status' });
  const name = `${facts.run}-decisions.csv`;
  const save = () => saveText(name, decisionFile(review.lines()));
  const end = async () => {
    try {
      const { file, folder, command } = await post<Record<'file' | 'folder', string> & { command?: string }>(
        'finish',
        {},
      );
      const said =
        command === undefined
          ? t('reviewPage.finished', { file, folder })
          : t('reviewPage.planAgain', { file });
      says.replaceChildren(said, ...(command === undefined ? [] : [' ', el('code', {}, command)]));
    } catch {
      says.replaceChildren(t('reviewPage.noServer'));
    }
  };
  const section = el('section', { class: 'finish' });
  const button = (label: string, onclick: () => void) =>
    el('button', { type: 'button', class: 'primary', onclick }, label);
  if (facts.isServed)
    section.append(
      button(t(facts.of === 'stops' ? 'reviewPage.finishStops' : 'reviewPage.finish'), () => inTurn(end)),
    );
  else
    section.append(
      button(t('reviewPage.save'), () => inTurn(save)),
      el(
        'p',
        {},
        `${t('reviewPage.saveHint')} `,
        el('code', {}, `geomill review "${facts.run}" --apply "${name}"`),
      ),
      ...(keeper.isLasting ? [] : [el('p', { class: 'fault' }, t('reviewPage.notKept'))]),
    );
  section.append(says);
  return section;
}
