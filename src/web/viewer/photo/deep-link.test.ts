import { describe, expect, it } from 'vitest';
import { deepLinkHash, parseDeepLink } from './deep-link.ts';

describe('deep links', () => {
  it('lead back to the view that they were made from', () => {
    const view = { pictureId: 'a-1', headingDegrees: 61.96, pitchDegrees: -10, zoom: 49.6 };
    expect(deepLinkHash(view)).toBe('#picture=a-1&heading=62&pitch=-10&zoom=50');
    expect(parseDeepLink(deepLinkHash(view))).toEqual({
      pictureId: 'a-1',
      headingDegrees: 62,
      pitchDegrees: -10,
      zoom: 50,
    });
  });

  it('keep zeros, and take a place to look at', () => {
    expect(parseDeepLink('#heading=0&pitch=0&zoom=0&lookAt=0,-180')).toEqual({
      headingDegrees: 0,
      pitchDegrees: 0,
      zoom: 0,
      lookAt: { lat: 0, lng: -180 },
    });
  });

  it.each([
    '',
    '#',
    '#picture=',
    '#heading=x&pitch=91&zoom=101',
    '#zoom=1e1',
    '#lookAt=91,0',
    '#lookAt=1',
    '#lookAt=1,2,3',
    '#lookAt=,',
  ])('leave out what is no view: %s', (hash) => {
    expect(parseDeepLink(hash)).toEqual({});
  });
});
