/** What a person asks, as the address of the page has it. */
export interface PageState {
  mode: 'search' | 'convert';
  /** The text, a position, a link or a forcode. */
  q: string;
  /** The id of the place that was suggested for the text; empty for none. */
  id: string;
  /** Whether labels name the units of today, not those of before July 2025. */
  isNewUnits: boolean;
  shape: 'osm' | 'google';
  /** The day of the units that a conversion writes; empty for the newest. */
  to: string;
  /** Whether a conversion writes English names of units. */
  isEnglish: boolean;
}

/** Reads the state of an address. Shape: what is missing or unknown is as it is at first. */
export function readPageState(search: string): PageState {
  const query = new URLSearchParams(search);
  const to = query.get('to') ?? '';
  return {
    mode: query.get('mode') === 'convert' ? 'convert' : 'search',
    q: query.get('q') ?? '',
    isNewUnits: query.get('units') !== 'old',
    id: query.get('id') ?? '',
    shape: query.get('shape') === 'google' ? 'google' : 'osm',
    to: /^\d{4}-\d{2}-\d{2}$/.test(to) ? to : '',
    isEnglish: query.get('order') === 'english',
  };
}

/** Writes a state as the query of an address. Shape: only what differs from the first state; the language of the page is kept. */
export function writePageState(state: PageState, search: string): string {
  const query = new URLSearchParams();
  const language = new URLSearchParams(search).get('lang');
  if (language !== null) query.set('lang', language);
  if (state.mode === 'convert') query.set('mode', 'convert');
  if (state.q !== '') query.set('q', state.q);
  if (!state.isNewUnits) query.set('units', 'old');
  if (state.id !== '') query.set('id', state.id);
  if (state.shape === 'google') query.set('shape', 'google');
  if (state.to !== '') query.set('to', state.to);
  if (state.isEnglish) query.set('order', 'english');
  return query.size === 0 ? '' : `?${query}`;
}
