// The landing page: suggests, asks, and shows answers with their requests. The address of the page has the question.
import type { Position } from '../../base/geo/position.ts';
import type { Conversion } from '../../contract/records/conversion.ts';
import type { DecodedForcode } from '../../contract/records/forcode.ts';
import { answerCards, type CardFormat } from './answer-cards.ts';
import { matchesOf, type Match } from './answer-cards.ts';
import { ask, curlCommand, requestText, type PageResponse } from './ask.ts';
import { conversionCard } from './conversion-card.ts';
import { failureText } from './failures.ts';
import { createLandingMap, type LandingMap } from './landing-map.ts';
import { metersFormat } from './page-map.ts';
import { readPageState, writePageState, type PageState } from './page-state.ts';
import { convertRequest, forcodeRequest, forwardRequest, placeRequest, positionText } from './questions.ts';
import { readQuestion, reverseRequest, type PageRequest } from './questions.ts';
import { createSearchSession } from './session-token.ts';
import { addSuggestions, suggestionOf } from './suggestions.ts';
import { readTexts } from './texts.ts';

const element = <T extends HTMLElement = HTMLElement>(id: string) => document.getElementById(id) as T;
const language = document.documentElement.lang;
const t = readTexts();
const field = element<HTMLInputElement>('text');
const keyField = document.getElementById('key') as HTMLInputElement | null;
const key = () => keyField?.value ?? '';
const fields = {
  units: element<HTMLSelectElement>('admin-v2'),
  shape: element<HTMLSelectElement>('shape'),
  to: element<HTMLSelectElement>('to'),
  english: element<HTMLInputElement>('english'),
};
const tabs = [element('tab-search'), element('tab-convert')];
const percents = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 });
const format: CardFormat = {
  t,
  percent: (share) => percents.format(share),
  meters: metersFormat(language),
};

let state = readPageState(location.search);
/** The request in flight; a newer one aborts it. */
let current: AbortController | undefined;
/** The map, once its outlines are loaded; the page works without. */
let map: LandingMap | undefined;
/** Whether the view of the map stays: a place of it was clicked. */
let isMapKept = false;
/** What the map is to show once it is there. */
let drawMap: () => void = () => undefined;

const askAt = (place: Position, province: string | undefined) => {
  if (province !== undefined) element<HTMLSelectElement>('province').value = province;
  askFor({ mode: 'search', q: positionText(place) });
  isMapKept = true;
};
void createLandingMap(element('map'), t, askAt, keyField ? key : undefined).then(
  (created) => {
    map = created;
    drawMap();
  },
  () => (element('map').hidden = true),
);

keyField?.addEventListener('change', () => map?.refresh());

const session = createSearchSession();
const suggestions = addSuggestions({
  input: field,
  list: element('suggestions'),
  status: element('suggestion-count'),
  t,
  async load(text, signal) {
    // A position needs none, a conversion takes any address, and without its key the server refuses.
    const isWanted = state.mode === 'search' && readQuestion(text).kind === 'text';
    if (!isWanted || keyField?.value === '') return [];
    const parameters: Record<string, string> = { text, size: '6', sessiontoken: session.token() };
    if (fields.units.value === 'true') parameters['admin_v2'] = 'true';
    const { isOk, body } = await ask({ method: 'GET', path: '/v1/autocomplete', parameters }, key(), signal);
    return isOk ? matchesOf(body).map((match) => suggestionOf(match, text)) : [];
  },
  onChoose({ id }) {
    session.end();
    askFor({ q: field.value, id });
  },
});

element<HTMLFormElement>('search').addEventListener('submit', (event) => {
  event.preventDefault();
  suggestions.close();
  session.end();
  if (field.value.trim() !== '') askFor({ q: field.value.trim() });
});
for (const button of document.querySelectorAll<HTMLButtonElement>('button.example')) {
  button.addEventListener('click', () => askFor({ q: button.textContent }));
}
for (const one of Object.values(fields)) {
  one.addEventListener('change', () => {
    // What was asked is asked again; a text that was not sent stays, and waits for its button.
    const typed = field.value;
    askFor({});
    field.value = typed;
  });
}
element<HTMLFormElement>('at-province').addEventListener('submit', (event) => {
  event.preventDefault();
  const select = element<HTMLSelectElement>('province');
  const { lat, lon } = select.selectedOptions[0]!.dataset;
  askFor({ mode: 'search', q: positionText({ lat: Number(lat), lon: Number(lon) }) });
  isMapKept = true;
  map?.showProvince(select.value);
});
tabs.forEach((tab, at) => {
  tab.addEventListener('click', () => changeMode(at));
  tab.addEventListener('keydown', ({ key }) => {
    if (key !== 'ArrowLeft' && key !== 'ArrowRight') return;
    changeMode(1 - at);
    tabs[1 - at]!.focus();
  });
});
addEventListener('popstate', () => {
  state = readPageState(location.search);
  showState();
  void answer();
});
for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-copy]')) {
  button.addEventListener('click', () => {
    void navigator.clipboard.writeText(element(button.dataset['copy']!).textContent);
    say(t('search.copied'));
  });
  // Browsers offer the clipboard only over HTTPS and on this machine.
  button.hidden = navigator.clipboard === undefined;
}

showState();
void answer();

function changeMode(at: number): void {
  if ((state.mode === 'convert') === (at === 1)) return;
  askFor({ mode: at === 1 ? 'convert' : 'search', q: field.value.trim() });
}

/** Asks, and gives the question an address of its own. */
function askFor(change: Partial<PageState>): void {
  isMapKept = false;
  state = {
    ...state,
    isNewUnits: fields.units.value === 'true',
    shape: fields.shape.value === 'google' ? 'google' : 'osm',
    to: fields.to.value,
    isEnglish: fields.english.checked,
    // Another text is no longer the suggested place.
    id: change.q === undefined && change.mode === undefined ? state.id : '',
    ...change,
  };
  const search = writePageState(state, location.search);
  if (search !== location.search) history.pushState(undefined, '', location.pathname + search);
  showState();
  void answer();
}

/** Puts the state into the fields. */
function showState(): void {
  field.value = state.q;
  fields.units.value = String(state.isNewUnits);
  fields.shape.value = state.shape;
  fields.to.value = state.to;
  fields.english.checked = state.isEnglish;
  const otherLanguage = element<HTMLAnchorElement>('other-language');
  otherLanguage.search = writePageState(state, `?lang=${otherLanguage.lang}`);
  const isConvert = state.mode === 'convert';
  tabs.forEach((tab, at) => {
    const isSelected = isConvert === (at === 1);
    tab.setAttribute('aria-selected', String(isSelected));
    tab.tabIndex = isSelected ? 0 : -1;
  });
  element('ask').setAttribute('aria-labelledby', isConvert ? 'tab-convert' : 'tab-search');
  for (const part of document.querySelectorAll<HTMLElement>('[data-mode]'))
    part.hidden =
      part.dataset['mode'] !== state.mode || (part.dataset['until'] === 'asked' && state.q !== '');
  element('ask-button').textContent = isConvert ? t('search.convert') : t('search.search');
}

/** Answers the question of the state; a newer one stops it. */
async function answer(): Promise<void> {
  current?.abort();
  const controller = new AbortController();
  current = controller;
  if (state.q.trim() === '') {
    element('answer').hidden = true;
    return;
  }
  element('answer').hidden = false;
  say(t('search.waiting'));
  try {
    await answerTo(state, controller.signal);
  } catch (error) {
    if ((error as Error).name !== 'AbortError') showFailure(t('failure.unreachable'));
  }
  // On a narrow screen the answer is below the field.
  const { top } = element('status').getBoundingClientRect();
  if (top < 0 || top > innerHeight - 80) element('answer').scrollIntoView();
}

async function answerTo(options: PageState, signal: AbortSignal): Promise<void> {
  const { q, mode } = options;
  if (mode === 'convert') {
    const response = await send(convertRequest(q.trim(), options, language), signal);
    if (response) showConversion(response.body as Conversion);
    return;
  }
  const question = readQuestion(q);
  if (question.kind === 'link') return showFailure(t('search.linkWithoutPosition'));
  if (question.kind === 'position') return answerAt(question.position, 'search.nearby', options, signal);
  if (question.kind === 'forcode') {
    const response = await send(forcodeRequest(question.code), signal);
    if (!response) return;
    const { lat, lng } = response.body as DecodedForcode;
    if (typeof lat === 'number' && typeof lng === 'number')
      return answerAt({ lat, lon: lng }, 'search.forcode', options, signal);
  }
  const request =
    question.kind === 'place'
      ? placeRequest(question.id, options)
      : options.id !== ''
        ? placeRequest(options.id, options)
        : forwardRequest(q.trim(), options);
  const response = await send(request, signal);
  if (!response) return;
  const matches = matchesOf(response.body);
  say(matches.length === 0 ? t('search.noMatch') : t('search.matches', { n: matches.length }));
  const places = placesOf(matches);
  showCards(matches, (at) => map?.showMatches(places, at));
}

async function answerAt(
  position: Position,
  sentence: 'search.nearby' | 'search.forcode',
  options: PageState,
  signal: AbortSignal,
): Promise<void> {
  const response = await send(reverseRequest(position, options), signal);
  if (!response) return;
  const matches = matchesOf(response.body);
  const values = { n: matches.length, position: positionText(position) };
  say(matches.length === 0 ? t('search.noMatch') : t(sentence, values));
  const places = placesOf(matches);
  let isFitted = !isMapKept;
  showCards(matches, () => {
    map?.showPlace(position, places, isFitted);
    // Another card leaves the view.
    if (map) isFitted = false;
  });
}

/** Sends a request and shows it; undefined for one that failed, of which the page says why. */
async function send(request: PageRequest, signal: AbortSignal): Promise<PageResponse | undefined> {
  element('details').hidden = false;
  element('request').textContent = requestText(request, location.origin);
  element('curl').textContent = curlCommand(request, location.origin, keyField !== null);
  element('json').textContent = '';
  const response = await ask(request, key(), signal);
  signal.throwIfAborted();
  element('json').textContent =
    response.body === undefined ? response.text : JSON.stringify(response.body, undefined, 2);
  if (response.isOk) return response;
  showFailure(failureText(t, { ...response, hasKey: key() !== '' }));
  return undefined;
}

function placesOf(matches: readonly Match[]) {
  return matches.flatMap(({ position, facts }) =>
    position ? [{ ...position, radiusMeters: facts?.accuracy_radius_meters }] : [],
  );
}

function showCards(matches: readonly Match[], draw: (at: number) => void): void {
  const list = element('results');
  list.replaceChildren(
    ...answerCards(matches, format, (at) => {
      drawMap = () => draw(at);
      drawMap();
    }),
  );
  list.hidden = matches.length === 0;
  if (matches.length === 0) draw(-1);
}

function showConversion(conversion: Conversion): void {
  const list = element('results');
  const isFound = conversion.to !== null;
  list.replaceChildren(...(isFound ? [conversionCard(conversion, format)] : []));
  list.hidden = !isFound;
  say(isFound ? t('search.converted') : t('search.notConverted', { reason: conversion.reason ?? '' }));
}

function showFailure(sentence: string): void {
  element('results').hidden = true;
  say(sentence);
}

function say(text: string): void {
  element('status').textContent = text;
}
