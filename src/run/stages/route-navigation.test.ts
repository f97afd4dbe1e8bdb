import { describe, expect, it } from 'vitest';
import { SaxesParser } from 'saxes';
import { gpxRoute, TOUR_GPX, TOUR_LINKS, tourLinks, type NavigationTour } from './route-navigation.ts';

const tourOf = (stops: number, more: Partial<NavigationTour> = {}): NavigationTour => ({
  ...{ batch: 'SG-01', tour: 1, costing: 'auto' },
  places: Array.from({ length: stops + 2 }, (_, at) => ({
    position: { lat: 10 + at / 100, lon: 106 },
    stop: at === 0 || at === stops + 1 ? undefined : at,
    name: `${at} 08:0${at % 10}`,
  })),
  ...more,
});

describe('the GPX of a tour', () => {
  it('is well-formed whatever a name contains, with every place in order', () => {
    const tour = tourOf(3, { batch: 'a & b <c> \u0007\ud800' });
    const seen: string[] = [];
    const parser = new SaxesParser({ xmlns: true });
    parser.on('opentag', ({ name, attributes: { lat } }) => {
      if (name === 'rtept') seen.push(lat?.value ?? '');
    });
    parser.on('error', (error) => {
      throw error;
    });
    const { head, separator, tail } = TOUR_GPX.frame;
    parser.write(head + gpxRoute(tour) + separator + gpxRoute(tourOf(0)) + tail).close();
    expect(seen).toEqual([
      '10.000000',
      '10.010000',
      '10.020000',
      '10.030000',
      '10.040000',
      '10.000000',
      '10.010000',
    ]);
  });
});

describe('the links of a tour', () => {
  it('have eleven places at most, and each begins where the one before it ends', () => {
    const text = TOUR_LINKS.frame.head + tourLinks(tourOf(20, { costing: 'motorbike' }));
    const [, ...lines] = text.trim().split('\n');
    const links = lines.map((line) => new URL(/"?(https.*?)"?$/.exec(line)?.[1] ?? '').searchParams);
    const places = links.map((link) => [
      link.get('origin'),
      ...(link.get('waypoints')?.split('|') ?? []),
      link.get('destination'),
    ]);
    expect(places.map(({ length }) => length)).toEqual([11, 11, 2]);
    expect(places[1]?.[0]).toBe(places[0]?.at(-1));
    expect(new Set(places.flat()).size).toBe(22);
    expect(links[0]?.get('travelmode')).toBe('two-wheeler');
    expect(lines[0]).toMatch(/^SG-01,1,1,,10,/);
  });
});
