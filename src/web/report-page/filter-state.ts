/** What rows can be filtered by, in the order in which it is in the address. */
export const DIMENSIONS = ['status', 'use', 'kind', 'verdict', 'level', 'bin', 'reason', 'area'] as const;

/** A property of rows that can be filtered by. */
export type Dimension = (typeof DIMENSIONS)[number];

/** What is shown. Shape: the values of a property are alternatives, the properties and the words of `search` hold together; nothing is chosen where a set is empty. */
export interface FilterState {
  chosen: Readonly<Record<Dimension, ReadonlySet<string>>>;
  search: string;
}

/** The filter of the page, kept in its address. */
export interface FilterStore {
  state(): FilterState;
  /** Adds a value, or removes it where it is chosen. */
  toggle(dimension: Dimension, value: string): void;
  setSearch(search: string): void;
  clear(): void;
  /** Calls back after each change until `signal` is aborted. */
  onChange(call: () => void, signal: AbortSignal): void;
}

const SEARCH = 'q';
const SAME_PROPERTY: Partial<Record<Dimension, Dimension>> = { kind: 'bin', bin: 'kind' };

/** Returns the filter in the hash of an address. Shape: what is no filter is left out. */
export function readFilter(hash: string): FilterState {
  const values = new URLSearchParams(hash.replace(/^#/, ''));
  const entries = DIMENSIONS.map((name) => [name, new Set(values.getAll(name).filter(Boolean))] as const);
  return {
    chosen: Object.fromEntries(entries) as unknown as FilterState['chosen'],
    search: values.get(SEARCH) ?? '',
  };
}

/** Returns the hash of a filter; empty without one. Guarantee: {@link readFilter} returns the same filter. */
export function filterHash({ chosen, search }: FilterState): string {
  const values = new URLSearchParams();
  for (const name of DIMENSIONS) for (const value of chosen[name]) values.append(name, value);
  if (search !== '') values.append(SEARCH, search);
  const text = values.toString();
  return text === '' ? '' : `#${text}`;
}

/** Opens the filter of the address. Shape: changes replace the address, so that the way back leads out of the report. */
export function createFilterStore(): FilterStore {
  let state = readFilter(location.hash);
  const events = new EventTarget();
  const change = (next: FilterState) => {
    state = next;
    history.replaceState(null, '', filterHash(state) || location.pathname + location.search);
    events.dispatchEvent(new Event('change'));
  };
  addEventListener('hashchange', () => change(readFilter(location.hash)));
  return {
    state: () => state,
    toggle(dimension, value) {
      const values = new Set(state.chosen[dimension]);
      if (!values.delete(value)) values.add(value);
      // A bar and a band are of one property: the later choice holds.
      const other = SAME_PROPERTY[dimension];
      const cleared = other === undefined ? {} : { [other]: new Set<string>() };
      change({ ...state, chosen: { ...state.chosen, ...cleared, [dimension]: values } });
    },
    setSearch: (search) => change({ ...state, search }),
    clear: () => change(readFilter('')),
    onChange: (call, signal) => events.addEventListener('change', call, { signal }),
  };
}
