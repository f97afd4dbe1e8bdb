import { describe, expect, it } from 'vitest';
import { placeId } from '../../../engine/gazetteer/place-id.ts';
import { readId } from './lookup.ts';
import { readQuery, type RawQuery } from '../parameters.ts';
import { readDetails } from './places.ts';
import { detailOf } from './reverse.ts';
import { readSearch, SEARCH_PARAMETERS } from './search.ts';

const searchOf = (query: RawQuery) => readSearch(readQuery(SEARCH_PARAMETERS, query));

describe('the Nominatim dialect', () => {
  it('maps zoom levels to details', () => {
    const details = [0, 7, 8, 12, 13, 15, 16, 17, 18, 30].map(detailOf);
    expect(details).toEqual([
      'province',
      'province',
      'district',
      'district',
      'ward',
      'ward',
      'street',
      'street',
      'building',
      'building',
    ]);
  });

  it('joins structured parts, finest first', () => {
    const query = { country: 'Việt Nam', city: 'Hà Nội', street: '86 Bát Đàn', postalcode: '100000' };
    expect(searchOf(query)?.text).toBe('86 Bát Đàn, Hà Nội');
    expect(searchOf({ country: 'vn' })?.text).toBe('vn');
    expect(searchOf({ city: 'Paris', country: 'France' })).toBeUndefined();
    expect(searchOf({ postalcode: '100000' })).toBeUndefined();
  });

  it('limits the number of places', () => {
    expect(
      [{}, { limit: '3' }, { limit: '1000' }].map((more) => searchOf({ q: 'a', ...more })?.limit),
    ).toEqual([10, 3, 40]);
    expect(() => searchOf({ q: 'a', limit: '0' })).toThrow(/'limit' must be a whole number from 1,/);
  });

  it('finds the place of an id of OpenStreetMap', () => {
    const id = placeId('osm:way/123');
    expect(readId('W123')).toEqual({ id, reference: { osm_type: 'way', osm_id: 123 } });
    expect(readId(id)).toEqual({ id, reference: undefined });
    expect(() => readId('X123')).toThrow(/Bad id 'X123'/);
  });

  it('refuses several geometries, JSONP and other formats', () => {
    const read = (query: Record<string, string>) => () =>
      readDetails(readQuery(SEARCH_PARAMETERS, query), '');
    expect(read({ polygon_svg: '1', polygon_text: '1' })).toThrow(/Too many polygon/);
    expect(read({ json_callback: 'f' })).toThrow(/json_callback/);
    expect(read({ format: 'xml' })).toThrow(/format/);
  });
});
