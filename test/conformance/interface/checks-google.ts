import { expect } from 'vitest';
import {
  A_TEXT,
  at,
  details,
  every,
  geocoded,
  googlePlaces,
  predictions,
  stalls,
  suggestions,
  ask,
  HOUSE,
  MARKET,
  STALL,
  type Json,
} from './samples.ts';
import type { Checks } from './world.ts';

type Mark = { offset: number; length: number };

/** The checks of section 2.1, predictions, and of section 2.2, places in google shape. */
export const googleChecks: Checks = {
  any: {
    '2.1 Envelope sentence 1': async (world) => {
      const answer = await ask(world, 'autocomplete', { input: 'chợ' });
      expect(Object.keys(answer).sort()).toEqual(['predictions', 'status']);
      expect([Array.isArray(answer.predictions), answer.status]).toEqual([true, 'OK']);
    },
    '2.1 description': async (world) => {
      const market = (await suggestions(world)).find(({ place_id }) => place_id === MARKET);
      expect(market?.description).toBe(
        'Chợ Long Biên, 1 Phố Hàng Đậu, Phường Phúc Xá, Quận Ba Đình, Thành phố Hà Nội',
      );
    },
    '2.1 distance_meters': async (world) => {
      every(await suggestions(world), ({ distance_meters }) => {
        expect(Number.isInteger(distance_meters)).toBe(true);
        expect(distance_meters).toBeGreaterThanOrEqual(0);
      });
      const { predictions: without } = await ask(world, 'autocomplete', { input: 'chợ' });
      every(without as Json[], ({ distance_meters }) => expect(distance_meters).toBeNull());
    },
    '2.1 has_child': async (world) => {
      every(await stalls(world), (prediction) => expect(at(prediction, 'has_child')).toBe(false));
      const market = (await suggestions(world)).find(({ place_id }) => place_id === MARKET);
      expect(market?.has_child).toBe(true);
    },
    '2.1 matched_substrings': async (world) => {
      every(await stalls(world), (prediction) => expect(at(prediction, 'matched_substrings')).toBeNull());
      const [first] = await suggestions(world);
      const { description, matched_substrings: marks } = first as { description: string } & Json;
      const marked = (marks as Mark[]).map(({ offset, length }) =>
        description.slice(offset, offset + length),
      );
      expect(marked).toEqual(['Chợ', 'Long', 'B', 'B']);
    },
    '2.1 place_id': async (world) => {
      for (const { place_id } of await predictions(world)) {
        const { result, status } = await ask(world, 'place', { ids: place_id as string, format: 'google' });
        expect([status, (result as Json).place_id]).toEqual(['OK', place_id]);
      }
      expect((await ask(world, 'children', { parent_id: MARKET })).status).toBe('OK');
    },
    '2.1 structured_formatting': async (world) => {
      every(await predictions(world), ({ description, structured_formatting }) => {
        const { main_text, secondary_text, ...marks } = structured_formatting as Record<string, string>;
        expect(Object.keys(marks).sort()).toEqual([
          'main_text_matched_substrings',
          'secondary_text_matched_substrings',
        ]);
        expect([main_text, secondary_text].filter((text) => text !== '').join(', ')).toBe(description);
      });
      every(await stalls(world), (stall) => {
        expect(at(stall, 'structured_formatting/main_text_matched_substrings')).toBeNull();
        expect(at(stall, 'structured_formatting/secondary_text_matched_substrings')).toBeNull();
      });
    },
    '2.1 terms': async (world) => {
      every(await predictions(world), ({ description, terms }) => {
        const text = description as string;
        const parts = terms as { offset: number; value: string }[];
        every(parts, ({ offset, value }) => expect(text.startsWith(value, offset)).toBe(true));
        expect(parts.map(({ value }) => value).join(', ')).toBe(text);
        expect(parts.map(({ offset }) => offset)).toEqual(
          parts.map(({ offset }) => offset).sort((a, b) => a - b),
        );
      });
    },
    '2.1 types': async (world) => {
      every(await predictions(world), ({ types }) =>
        every(types as string[], (type) => expect(type).toBeTypeOf('string')),
      );
    },
    '2.2 Place detail envelope sentence 1': async (world) => {
      const detail = await ask(world, 'place', { ids: MARKET, format: 'google' });
      expect(Object.keys(detail).sort()).toEqual(['result', 'status']);
      expect(detail.status).toBe('OK');
    },
    '2.2 Geocoding envelope sentence 1': async (world) => {
      const reverse = await ask(world, 'geocodeReverse', { latlng: '21.0442,105.8487' });
      const forward = await ask(world, 'geocodeForward', { address: 'Chợ Long Biên, Hà Nội' });
      for (const list of [reverse, forward]) {
        expect(Object.keys(list).sort()).toEqual(['results', 'status']);
        expect([list.status, Array.isArray(list.results)]).toEqual(['OK', true]);
      }
    },
    '2.2 address': async (world) => {
      const [house] = await geocoded(world);
      expect(house?.address).toBe('Phường Phúc Xá, Quận Ba Đình, Thành phố Hà Nội');
      every(await geocoded(world), ({ address }) => expect(address).toBeTypeOf('string'));
      every(await details(world), (place) => expect(place).not.toHaveProperty('address'));
    },
    '2.2 address_components': async (world) => {
      const [market] = await details(world);
      expect(market?.address_components).toEqual([
        { long_name: 'Chợ Long Biên', short_name: 'Chợ Long Biên' },
        { long_name: '1 Phố Hàng Đậu', short_name: '1 Phố Hàng Đậu' },
        { long_name: 'Phường Phúc Xá', short_name: 'Phúc Xá' },
        { long_name: 'Quận Ba Đình', short_name: 'Ba Đình' },
        { long_name: 'Thành phố Hà Nội', short_name: 'Hà Nội' },
      ]);
      every(await googlePlaces(world), ({ address_components }) =>
        every(address_components as Json[], (component) =>
          expect(component).toEqual({ long_name: A_TEXT, short_name: A_TEXT }),
        ),
      );
    },
    '2.2 formatted_address': async (world) => {
      const [market] = await details(world);
      expect(market?.formatted_address).toBe(
        'Chợ Long Biên, 1 Phố Hàng Đậu, Phường Phúc Xá, Quận Ba Đình, Thành phố Hà Nội',
      );
      every(await googlePlaces(world), ({ formatted_address, name }) =>
        expect((formatted_address as string).startsWith(name as string)).toBe(true),
      );
    },
    '2.2 geometry': async (world) => {
      const [market] = await details(world);
      expect(at(market, 'geometry/location')).toEqual({ lat: 21.0431, lng: 105.8496 });
      for (const place of await details(world)) {
        const { lat, lng } = at<{ lat: number; lng: number }>(place, 'geometry/location');
        const { southwest, northeast } = at<Record<'southwest' | 'northeast', { lat: number; lng: number }>>(
          place,
          'geometry/viewport',
        );
        expect([lat > southwest.lat, lat < northeast.lat]).toEqual([true, true]);
        expect([lng > southwest.lng, lng < northeast.lng]).toEqual([true, true]);
      }
      // Clients read `viewport.northeast` wherever there is a viewport.
      every(await geocoded(world), ({ geometry }) => expect(geometry).not.toHaveProperty('viewport'));
    },
    '2.2 name': async (world) => {
      expect((await details(world)).map(({ name }) => name)).toEqual([
        'Chợ Long Biên',
        '131 Đường Hồng Hà',
        'Phường Ba Đình',
      ]);
    },
    '2.2 place_id': async (world) => {
      expect((await details(world))[1]?.place_id).toBe(HOUSE);
      expect((await geocoded(world))[0]?.place_id).toBe(HOUSE);
      expect((await stalls(world)).map(({ place_id }) => place_id)).toContain(STALL);
    },
    '2.2 types': async (world) => {
      every(await googlePlaces(world), ({ types }) =>
        every(types as string[], (type) => expect(type).toBeTypeOf('string')),
      );
    },
    '2.2 url': async (world) => {
      every(await details(world), ({ url, place_id }) => expect(url).toContain(place_id));
      const link = (await details(world))[0]?.url as string;
      expect(link).toMatch(/^geo:21\.0431,105\.8496;id=/);
      every(await geocoded(world), (place) => expect(place).not.toHaveProperty('url'));
    },
  },
};
