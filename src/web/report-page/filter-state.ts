/** What rows can be filtered by, in the order in which it is in the address. */
export const DIMENSIONS = [
  ...(['status', 'use', 'kind', 'verdict', 'level', 'bin', 'reason', 'area', 'change'] as const),
] as const;

/** A property of rows that can be filtered by. */
export type Dimension = (typeof DIMENSIONS)[number];

/** What is open, in the order in which it is in the address: the number of a row, the column that sorts (with `-` the other way), a tour, a language. */
const OPEN = ['row', 'sort', 'tour', 'lang'] as const;

/** What is shown. Shape: the values of a property are alternatives, the properties and the words of `search` hold together; nothing is chosen where a set is empty. */
export interface FilterState {
  chosen: Readonly<Record<Dimension, ReadonlySet<string>>>;
  search: string;
  /** Empty for none. */
  open: Readonly<Record<(typeof OPEN)[number], string>>;
}

/** The filter and what is open, kept in the address of the page. */
export interface FilterStore {
  state(): FilterState;
  isFiltered(): boolean;
  /** Adds a value, or removes it where it is chosen. */
  toggle(dimension: Dimension, value: string): void;
  setSearch(search: string): void;
  clear(): void;
  /** Opens or closes something else than rows of a filter. */
  open(name: keyof FilterState['open'], value: string): void;
  /** Calls back after each change of the filter until `signal` is aborted. */
  onChange(call: () => void, signal: AbortSignal): void;
  /** Calls back after each step through the history, and each change of what is open. */
  onOpen(call: () => void, signal: AbortSignal): void;
}

const SEARCH = 'q';
const SAME_PROPERTY: Partial<Record<Dimension, Dimension>> = { kind: 'bin', bin: 'kind' };

/** Returns the filter in the hash of an address. Shape: what is no filter is left out. */
export function readFilter(hash: string): FilterState {
  const values = new URLSearchParams(hash.replace(/^#/, ''));
  const entries = DIMENSIONS.map((name) => [name, new Set(values.getAll(name).filter(Boolean))] as const);
  const open = OPEN.map((name) => [name, values.get(name) ?? ''] as const);
  return {
    chosen: Object.fromEntries(entries) as unknown as FilterState['chosen'],
    search: values.get(SEARCH) ?? '',
    open: Object.fromEntries(open) as FilterState['open'],
  };
}

/** Returns the hash of a filter and of what is open; empty without any. Guarantee: {@link readFilter} returns the same. */
export function filterHash({ chosen, search, open }: FilterState): string {
  const values = new URLSearchParams();
  for (const name of DIMENSIONS) for (const value of chosen[name]) values.append(name, value);
  if (search !== '') values.append(SEARCH, search);
  for (const name of OPEN) if (open[name] !== '') values.append(name, open[name]);
  const text = values.toString();
  return text === '' ? '' : `#${text}`;
}

/** Opens what is in the address. Shape: each choice is a step of the history; what is typed replaces the last one. */
export function createFilterStore(): FilterStore {
  let state = readFilter(location.hash);
  const events = new EventTarget();
  const filterOf = ({ chosen, search }: FilterState) =>
    filterHash({ chosen, search, open: readFilter('').open });
  const take = (next: FilterState) => {
    const isSame = filterOf(state) === filterOf(next);
    state = next;
    if (!isSame) events.dispatchEvent(new Event('change'));
    events.dispatchEvent(new Event('open'));
  };
  const change = (next: FilterState, isTyped = false) => {
    const [last, hash] = [filterHash(state), filterHash(next)];
    const url = hash || location.pathname + location.search;
    if (isTyped) history.replaceState(null, '', url);
    else if (hash !== last) history.pushState(null, '', url);
    take(next);
  };
  addEventListener('popstate', () => take(readFilter(location.hash)));
  return {
    state: () => state,
    isFiltered: () => filterOf(state) !== '',
    toggle(dimension, value) {
      const values = new Set(state.chosen[dimension]);
      if (!values.delete(value)) values.add(value);
      // A bar and a band are of one property: the later choice holds.
      const other = SAME_PROPERTY[dimension];
      const cleared = other === undefined ? {} : { [other]: new Set<string>() };
      change({ ...state, chosen: { ...state.chosen, ...cleared, [dimension]: values } });
    },
    setSearch: (search) => change({ ...state, search }, true),
    clear: () => change({ ...readFilter(''), open: state.open }),
    open: (name, value) => change({ ...state, open: { ...state.open, [name]: value } }),
    onChange: (call, signal) => events.addEventListener('change', call, { signal }),
    onOpen: (call, signal) => events.addEventListener('open', call, { signal }),
  };
}
