import { describe, expect, it } from 'vitest';
import { convertRequest, forwardRequest, placeRequest, readQuestion, reverseRequest } from './questions.ts';

const AT = { kind: 'position', position: { lat: 21.0337, lon: 105.8464 } };
const OPTIONS = { isNewUnits: false, shape: 'osm', to: '', isEnglish: false } as const;

describe('readQuestion', () => {
  it.each([
    '21.0337, 105.8464',
    '21.0337 105.8464',
    '105.8464, 21.0337',
    '21,0337; 105,8464',
    '21.0337°N 105.8464°E',
    'https://www.google.com/maps/@21.0337,105.8464,17z',
    'geo:21.0337,105.8464',
    'POINT(105.8464 21.0337)',
  ])('reads a position from %s', (text) => {
    expect(readQuestion(text)).toEqual(AT);
  });

  it('reads degrees, minutes and seconds', () => {
    const question = readQuestion(`21°02'01.3"N 105°50'47"E`);
    expect(question).toMatchObject({ kind: 'position' });
    expect(question).toMatchObject({ position: { lat: expect.closeTo(21.0337, 4) as number } });
  });

  it.each(['86 Bát Đàn, Hà Nội', '10 20', '12, 5', '2326543 587654', 'Quận 1', 'hn4e3u28w7kbx'])(
    'takes %j for a text',
    (text) => {
      expect(readQuestion(text)).toEqual({ kind: 'text', text });
    },
  );

  it('tells a forcode, and a link without a position', () => {
    expect(readQuestion(' HN4E3U28W7KBX ')).toEqual({ kind: 'forcode', code: 'HN4E3U28W7KBX' });
    expect(readQuestion('https://maps.app.goo.gl/AbCd')).toEqual({ kind: 'link' });
  });

  it('tells the id of a place from a long word', () => {
    const id = 'dKHkGWmo2Oi9C74yELtM7Yi7VHxPIDME-9z7mzEGGxeSpE9fTXHqMOkX3LMN';
    expect(readQuestion(id)).toEqual({ kind: 'place', id });
    expect(readQuestion('Llanfairpwllgwyngyll')).toMatchObject({ kind: 'text' });
    expect(placeRequest(id, OPTIONS).parameters).toEqual({ ids: id });
    expect(placeRequest(id, { ...OPTIONS, shape: 'google' }).parameters).toEqual({
      ids: id,
      format: 'google',
    });
  });
});

describe('requests', () => {
  it('have the options of the page', () => {
    expect(forwardRequest('x', { ...OPTIONS, isNewUnits: true }).parameters).toEqual({
      text: 'x',
      size: '5',
      admin_v2: 'true',
    });
    expect(reverseRequest(AT.position, { ...OPTIONS, shape: 'google' }).parameters).toEqual({
      latlng: '21.03370,105.84640',
    });
    expect(convertRequest('x', { ...OPTIONS, to: '2025-06-30', isEnglish: true }, 'vi').parameters).toEqual({
      text: 'x',
      to: '2025-06-30',
      order: 'english',
      language: 'vi',
    });
  });
});
