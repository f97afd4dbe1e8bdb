import type { Translate } from '../../base/messages/translate.ts';
import { el } from '../kit/dom.ts';
import type { Match } from './answer-cards.ts';

/** A suggestion: what is put into the field, the name in it, and the id that it is asked by; without one the text is asked. */
export interface Suggestion {
  text: string;
  name: string;
  id: string;
}

/** A house number at the start of a text that goes on with a name. */
const HOUSE = /^(?:số )?(\d+[a-z]?(?:[/-]\d*[a-z]?)*),?\s+(?=\p{L})/iu;

/** Returns the suggestion of a match for a typed text. Shape: a street keeps the house number that was typed, so that the house is asked and not the street. */
export function suggestionOf({ name, label, id, facts }: Match, typed: string): Suggestion {
  const text = label || name;
  const house = ['street', 'alley'].includes(facts?.level ?? '') ? HOUSE.exec(typed)?.[1] : undefined;
  return house === undefined ? { text, name, id } : { text: `${house} ${text}`, name, id: '' };
}

/** What suggestions need. */
export interface SuggestionSource {
  input: HTMLInputElement;
  list: HTMLElement;
  /** Says to a screen reader how many there are. */
  status: HTMLElement;
  t: Translate;
  /** Returns suggestions for a text; none for one that needs none. Errors: an AbortError once it is no longer wanted. */
  load: (text: string, signal: AbortSignal) => Promise<readonly Suggestion[]>;
  /** A suggestion was chosen; its text is in the field. */
  onChoose: (suggestion: Suggestion) => void;
}

/** Letters from which suggestions are shown. */
const LEAST_LETTERS = 2;
/** Keys that follow each other faster are one request. */
const PAUSE_MS = 80;

/**
 * Shows suggestions below a field while a person types.
 *
 * Shape: the focus stays in the field; the chosen option is its `aria-activedescendant`.
 * Source: ARIA Authoring Practices, combobox with a list that is only shown.
 */
export function addSuggestions(source: SuggestionSource): { close: () => void } {
  const { input, list, status, t, load, onChoose } = source;
  let shown: readonly Suggestion[] = [];
  let active = -1;
  let current: AbortController | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const isOpen = () => !list.hidden;
  /** Keeps the list as it is: who moves in it does not want another one. */
  function settle(): void {
    clearTimeout(timer);
    current?.abort();
  }
  function close(): void {
    settle();
    list.hidden = true;
    input.setAttribute('aria-expanded', 'false');
    activate(-1);
  }
  function activate(next: number): void {
    active = next;
    [...list.children].forEach((option, at) => option.setAttribute('aria-selected', String(at === active)));
    if (active < 0) input.removeAttribute('aria-activedescendant');
    else input.setAttribute('aria-activedescendant', `suggestion-${active}`);
    list.children[active]?.scrollIntoView({ block: 'nearest' });
  }
  function move(next: number): void {
    settle();
    activate(next);
  }
  function choose(at: number): void {
    const suggestion = shown[at];
    if (!suggestion) return;
    input.value = suggestion.text;
    close();
    onChoose(suggestion);
  }
  function show(next: readonly Suggestion[]): void {
    shown = next;
    list.replaceChildren(...next.map((one, at) => option(one, at, () => choose(at))));
    list.hidden = next.length === 0;
    input.setAttribute('aria-expanded', String(!list.hidden));
    activate(-1);
    status.textContent = next.length === 0 ? '' : t('search.suggestions', { n: next.length });
  }
  async function update(): Promise<void> {
    current?.abort();
    const controller = new AbortController();
    current = controller;
    const text = input.value.trim();
    if (text.length < LEAST_LETTERS) return show([]);
    try {
      const next = await load(text, controller.signal);
      if (!controller.signal.aborted) show(next);
    } catch {
      // Suggestions are a help: the search itself says what fails.
      if (!controller.signal.aborted) show([]);
    }
  }
  input.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(() => void update(), PAUSE_MS);
  });
  input.addEventListener('blur', close);
  input.addEventListener('keydown', (event) => {
    if (event.key === 'ArrowDown' && !isOpen()) void update();
    else if (!isOpen()) return;
    else if (event.key === 'ArrowDown') move(active + 1 < shown.length ? active + 1 : -1);
    else if (event.key === 'ArrowUp') move(active < 0 ? shown.length - 1 : active - 1);
    else if (event.key === 'Escape') close();
    else if (event.key === 'Enter' && active >= 0) choose(active);
    else return;
    event.preventDefault();
  });
  return { close };
}

function option({ text, name }: Suggestion, at: number, onclick: () => void): HTMLElement {
  const [before, ...behind] = text.split(name);
  const rest = name === '' || behind.length === 0 ? '' : behind.join(name);
  return el(
    'li',
    {
      role: 'option',
      id: `suggestion-${at}`,
      'aria-selected': 'false',
      lang: 'vi',
      // The field keeps the focus.
      onmousedown: (event: MouseEvent) => event.preventDefault(),
      onclick,
    },
    rest === '' ? text : el('strong', {}, before, name),
    rest !== '' && el('span', { class: 'quiet' }, rest),
  );
}
