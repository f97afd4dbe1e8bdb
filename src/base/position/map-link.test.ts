import { describe, expect, it } from 'vitest';
import { isLink, readMapLink } from './map-link.ts';

const PLACE = { lat: 21.0337, lon: 105.8464 };

describe('readMapLink', () => {
  it.each([
    'https://www.google.com/maps/@21.0337,105.8464,17z',
    'https://www.google.com/maps/place/X/@21.1,105.9,17z/data=!3m1!4b1!4m6!3m5!1s0x0!8m2!3d21.0337!4d105.8464',
    'https://maps.google.com/?q=21.0337,105.8464',
    'https://www.google.com/maps/search/?api=1&query=21.0337%2C105.8464',
    'https://www.google.com/maps/dir/?api=1&destination=21.0337,105.8464',
    'https://www.google.com/maps/search/21.0337,+105.8464',
    'https://maps.apple.com/?ll=21.0337,105.8464&z=18',
    'https://www.openstreetmap.org/#map=17/21.0337/105.8464',
    'https://www.openstreetmap.org/?mlat=21.0337&mlon=105.8464#map=12/20.9/105.7',
    'geo:21.0337,105.8464?z=17',
    'https://zalo.me/location?lat=21.0337&lng=105.8464',
  ])('reads the position of %s', (link) => {
    expect(readMapLink(` ${link} `)?.position).toEqual(PLACE);
  });

  it.each([
    'https://maps.app.goo.gl/AbCdEf',
    'https://www.google.com/maps/@99.5,205.8,17z',
    '21.0337,105.8464',
    '86 Bát Đàn',
    '',
  ])('reads none of %j', (text) => {
    expect(readMapLink(text)).toBeUndefined();
  });

  it('tells a link from an address', () => {
    expect(isLink('https://maps.app.goo.gl/AbCdEf')).toBe(true);
    expect(isLink('số 1 @ Hà Nội')).toBe(false);
  });
});
