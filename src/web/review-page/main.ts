import { firstLanguage, type Language } from '../../base/messages/languages.ts';
import type { Position } from '../../base/geo/position.ts';
import { ELEMENTS } from '../../report/data/packed-rows.ts';
import type { Sentence } from '../../report/data/report-facts.ts';
import type { ReviewFacts, ReviewText } from '../../report/data/review-facts.ts';
import { el } from '../kit/dom.ts';
import { inflateText, readFacts, readProvinces, readWards, textOf } from '../kit/page-blocks.ts';
import { createPageFormat, languageButton } from '../kit/page-format.ts';
import { rowText } from '../kit/marks.ts';
import type { Decision } from './decisions.ts';
import { finishSection } from './finish.ts';
import { addKeys, keyButton, keyDialog } from './keys.ts';
import { fileKeeper, type Keeper, serverKeeper } from './keeper.ts';
import { createQueueList } from './queue-list.ts';
import { createReview, type Review } from './review.ts';
import { createReviewMap } from './review-map.ts';
import { candidateButtons, createPlaceForm, type PlaceForm, reasonList } from './text-panel.ts';

interface Page {
  facts: ReviewFacts;
  units: Parameters<typeof createReviewMap>[1];
  review: Review;
  keeper: Keeper;
}

async function start(): Promise<void> {
  const facts = readFacts<ReviewFacts>();
  const format = createPageFormat(languageOf());
  const [provinces, { wards }, texts] = await Promise.all([
    readProvinces(),
    readWards(facts),
    inflateText(textOf(ELEMENTS.texts)).then((text) => JSON.parse(text) as ReviewText[]),
  ]);
  const keeper = facts.isServed ? await serverKeeper(format.t) : fileKeeper(facts, provinces, format.t);
  const page = { facts, units: { provinces, wards }, review: createReview(texts, keeper.kept), keeper };
  show(page, languageOf());
  document.documentElement.dataset.ready = '';
}

/** Returns the language of the address, else that of the browser. */
function languageOf(): Language {
  const lang = new URLSearchParams(location.hash.slice(1)).get('lang');
  return lang === 'en' || lang === 'vi' ? lang : firstLanguage(navigator.languages);
}

/** Ends the listeners of the page in the language before. */
let shown: AbortController | undefined;

/** What is said about a decision that was not kept, and the decision. */
interface Question {
  decision: Decision;
  asks?: Sentence | undefined;
  fault?: Sentence | undefined;
  other?: Sentence | undefined;
}

function show({ facts, units, review, keeper }: Page, language: Language): void {
  const format = createPageFormat(language);
  const { t } = format;
  document.documentElement.lang = language;
  document.getElementById('page')?.remove();
  shown?.abort();
  shown = new AbortController();

  let pin: Position | undefined;
  let question: Question | undefined;
  let form: PlaceForm | undefined;
  const title = el('h2', { id: 'text', tabindex: -1 });
  const ids = el('p', { class: 'quiet' });
  const answers = el('div', { class: 'answers' });
  const own = el('div', { class: 'own' });
  const notice = el('div', { class: 'asked', role: 'alert' });
  const why = el('div', {});
  const bar = el('progress', { max: review.texts.length, 'aria-labelledby': 'progress' });
  const counts = el('p', { id: 'progress', role: 'status' });

  /** Keys and clicks act one after the other: each is kept before the next one. */
  let turn: Promise<unknown> = Promise.resolve();
  const inTurn = (act: () => Promise<unknown> | void): void => {
    turn = turn.then(act).catch((error: unknown) => {
      notice.replaceChildren(format.sentence((error as Error).message));
    });
  };

  async function decide(text: number, decision: Decision, replaces = false): Promise<void> {
    const { asks, fault, other } = await keeper.put(review.texts[text]!, decision, replaces);
    question = (asks ?? fault ?? other) ? { decision, asks, fault, other } : undefined;
    if (question) return drawQuestion(text);
    review.decide(text, decision);
    moved(text);
  }
  const decideHere = (decision: Decision, replaces = false) =>
    inTurn(() => {
      const at = review.at();
      return at === undefined ? undefined : decide(at, decision, replaces);
    });
  async function undo(): Promise<void> {
    const step = review.lastStep();
    if (!step) return;
    const { text, before } = step;
    const isKept = review.decisionOf(text) !== undefined;
    const { fault } = isKept ? await keeper.put(review.texts[text]!, before, false) : {};
    if (fault !== undefined) return void notice.replaceChildren(format.sentence(fault));
    review.undo();
    moved(text);
  }
  function moved(text?: number): void {
    keeper.store(review.lines());
    queue.update(text);
    draw();
  }

  const choose = (number: number) =>
    inTurn(() => {
      const at = review.at();
      const isThere = at !== undefined && number <= review.texts[at]!.candidates.length;
      return isThere ? decide(at, { kind: 'candidate', number }) : undefined;
    });
  const putPin = (place: Position, isFitted = false) => {
    pin = place;
    const at = review.at();
    map.show(at === undefined ? undefined : review.texts[at], pin, isFitted);
  };
  const map = createReviewMap(facts, units, format, {
    onPin(place) {
      putPin(place);
      form?.fill(place);
    },
    onCandidate: choose,
  });
  const queue = createQueueList(review, format, (text) =>
    inTurn(() => {
      review.open(text);
      moved();
      title.focus();
    }),
  );
  /** The same for keys and buttons. */
  const actions = {
    none: () => decideHere({ kind: 'none' }),
    later: () =>
      inTurn(() => {
        const at = review.at();
        if (at === undefined) return;
        review.postpone(at);
        moved(at);
      }),
    undo: () => inTurn(undo),
    yes: () => inTurn(() => (question?.asks === undefined ? form?.submit() : takeAnyway(question))),
    position: () => inTurn(() => form?.focus()),
    map: () => inTurn(() => map.focus()),
    move: (by: number) =>
      inTurn(() => {
        review.move(by);
        moved();
      }),
    choose,
    help: () => dialog.showModal(),
  };
  const takeAnyway = ({ decision }: Question) => {
    if (decision.kind === 'place') decideHere({ ...decision, isConfirmed: true });
  };
  const dialog = keyDialog(format);

  function drawQuestion(text: number): void {
    const { decision, asks, fault, other } = question ?? {};
    const button = (label: string, onclick: () => void, key?: string) =>
      el('button', { type: 'button', onclick }, label, key !== undefined && el('kbd', {}, key));
    const sentence = asks ?? fault ?? other;
    notice.replaceChildren(
      ...(other === undefined ? [] : [el('p', {}, t('reviewPage.other'))]),
      ...(sentence === undefined ? [] : [el('p', {}, format.sentence(sentence))]),
      ...(asks === undefined ? [] : [button(t('reviewPage.takeAnyway'), actions.yes, 'Y')]),
    );
    if (other === undefined || !decision) return;
    const leave = () => inTurn(() => (review.leave(text, other), moved(text)));
    notice.append(
      button(t('reviewPage.leave'), leave),
      button(t('reviewPage.replace'), () => decideHere(decision, true)),
    );
  }

  function draw(): void {
    const at = review.at();
    const text = at === undefined ? undefined : review.texts[at];
    const { done, rows } = review.counts();
    bar.value = done;
    counts.textContent = t('reviewPage.progress', { done, all: review.texts.length, rows });
    question = undefined;
    // What has the focus is replaced by that of the next text.
    const isReplaced = [notice, answers, own].some((part) => part.contains(document.activeElement));
    notice.replaceChildren();
    const decision = at === undefined ? undefined : review.decisionOf(at);
    pin = decision?.kind === 'place' ? decision : undefined;
    map.show(text, pin, true);
    title.replaceChildren(text ? rowText(text.text) : t('reviewPage.allDone'));
    const about = text ? [t('reviewPage.rowsOf', { n: text.rows }), ...text.ids, text.stop] : [];
    ids.textContent = about.filter(Boolean).join(' · ');
    form =
      text &&
      createPlaceForm(decision, facts.of !== 'units', format, (place) => putPin(place, true), decideHere);
    answers.replaceChildren(...(text ? [candidateButtons(text, decision, format, choose)] : []));
    own.replaceChildren(...(form ? [form.element] : []));
    why.replaceChildren(...(text ? [reasonList(text, format)] : []));
    for (const button of deciding) button.disabled = !text;
    if (isReplaced) title.focus();
  }

  const deciding = [
    keyButton(t('reviewPage.noAddress'), 'N', actions.none),
    keyButton(t('reviewPage.later'), 'S', actions.later),
  ];
  const finish = finishSection(facts, review, keeper, format, inTurn);
  const rows = review.texts.reduce((sum, text) => sum + text.rows, 0);
  const skip = (event: Event) => {
    event.preventDefault();
    title.focus();
  };
  const change = (next: Language) => {
    history.replaceState(null, '', `#lang=${next}`);
    show({ facts, units, review, keeper }, next);
  };
  document.body.append(
    el(
      'div',
      { id: 'page', class: 'review' },
      el('a', { href: '#text', class: 'skip', onclick: skip }, t('reviewPage.skip')),
      el(
        'header',
        { class: 'page-header' },
        el('h1', {}, t('reviewPage.heading')),
        el(
          'p',
          { class: 'quiet' },
          rowText(facts.run),
          ` · ${t('reviewPage.total', { texts: review.texts.length, rows })}`,
        ),
        facts.decided > 0 && el('p', { class: 'quiet' }, t('reviewPage.decidedBefore', { n: facts.decided })),
        el('div', { class: 'progress-line' }, bar, counts),
      ),
      el(
        'main',
        {},
        queue.element,
        el(
          'div',
          { class: 'text-side' },
          el('div', {}, title, ids),
          el('div', { class: 'decide' }, map.element, el('div', { class: 'choose' }, notice, answers)),
          el('div', { class: 'tools' }, own, tools()),
          why,
        ),
        finish,
      ),
      el('footer', {}, el('p', {}, t('reviewPage.credit')), languageButton(language, change)),
      dialog,
    ),
  );
  function tools(): HTMLElement {
    const others = [
      keyButton(t('reviewPage.undo'), 'U', actions.undo),
      keyButton(t('reviewPage.keys'), '?', actions.help),
    ];
    return el('p', { class: 'buttons' }, ...deciding, ...others);
  }
  addKeys(actions, shown.signal);
  queue.update();
  draw();
}

void start();
