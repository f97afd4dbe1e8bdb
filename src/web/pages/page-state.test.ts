import { describe, expect, it } from 'vitest';
import { readPageState, writePageState, type PageState } from './page-state.ts';

const FIRST: PageState = {
  mode: 'search',
  q: '',
  id: '',
  isNewUnits: true,
  shape: 'osm',
  to: '',
  isEnglish: false,
};

describe('the address of the landing page', () => {
  it.each<Partial<PageState>>([
    {},
    { q: '86 Bát Đàn & 5+5=10, Hà Nội #1' },
    { q: '21.0337,105.8464', isNewUnits: false, shape: 'google' },
    { q: 'Phố Bát Đàn', id: 'abc' },
    { mode: 'convert', q: 'Quận 1', to: '2025-06-30', isEnglish: true },
  ])('gives back %j', (changed) => {
    const state = { ...FIRST, ...changed };
    expect(readPageState(writePageState(state, ''))).toEqual(state);
  });

  it('has nothing but the language at first', () => {
    expect(writePageState(FIRST, '')).toBe('');
    expect(writePageState(FIRST, '?lang=vi&q=old')).toBe('?lang=vi');
  });

  it('ignores values that are unknown', () => {
    expect(readPageState('?mode=x&units=y&shape=z&to=tomorrow&order=w')).toEqual(FIRST);
  });
});
