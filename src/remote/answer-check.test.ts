import { describe, expect, it } from 'vitest';
import { encodePolyline } from '../base/geo/polyline.ts';
import { OPERATION_NAMES, OPERATIONS, type OperationName } from '../contract/catalogue.ts';
import { isExtension } from '../contract/operation.ts';
import { answerOf } from '../../test/support/loopback-answers.ts';
import { englishText } from '../base/messages/message.ts';
import * as check from './answer-check.ts';

const faultOfAnswer = (answer: unknown) => {
  const fault = check.faultOfAnswer(answer);
  return fault && englishText(fault);
};

const feature = (lon: number, lat: number) => ({
  features: [{ type: 'Feature', geometry: { type: 'Point', coordinates: [lon, lat] } }],
});
const google = (lat: number, lng: number) => ({
  results: [{ geometry: { location: { lat, lng } } }],
  status: 'OK',
});
const trip = (shape: string) => ({ trip: { locations: [{ lat: 21, lon: 105 }], legs: [{ shape }] } });
const route = (points: string) => ({ routes: [{ overview_polyline: { points } }] });
const line = [
  { lat: 21, lon: 105 },
  { lat: 21.5, lon: 105.5 },
];

const isOfInterface = (name: OperationName) => !isExtension(OPERATIONS[name]);

describe('faultOfAnswer', () => {
  it.each(OPERATION_NAMES.filter(isOfInterface))('finds nothing wrong in an answer of %s', (name) => {
    expect(faultOfAnswer(answerOf(name, new URLSearchParams({ lat: '21', lng: '105' })))).toBeUndefined();
  });

  it.each([
    ['a latitude of 999', google(999, 105)],
    ['swapped coordinates', google(105.85, 21.03)],
    ['a longitude of 181', google(21, 181)],
    ['swapped coordinates in GeoJSON', feature(21.03, 105.85)],
    ['a position on the way', { trip: { locations: [{ lat: -91, lon: 0 }], legs: [] } }],
    [
      'a corner of a line',
      {
        geometry: {
          type: 'LineString',
          coordinates: [
            [105, 21],
            [105, 210],
          ],
        },
      },
    ],
    ['the position of a forcode', { lat: 91, lng: 0, resolution: 13, forcodes: 'x', status: 'OK' }],
  ])('finds %s', (_, answer) => {
    expect(faultOfAnswer(answer)).toMatch(/not on the earth/);
  });

  it.each([
    ['an end inside a position', trip('_p~iF')],
    ['a character outside the alphabet', trip('\u0001')],
    ['the other precision', route(encodePolyline(line, 6).repeat(3))],
  ])('finds a line with %s', (_, answer) => {
    expect(faultOfAnswer(answer)).toMatch(/cannot be read/);
  });

  it('accepts lines of both precisions, and no position at all', () => {
    expect(faultOfAnswer(trip(encodePolyline(line, 6)))).toBeUndefined();
    expect(faultOfAnswer(route(encodePolyline(line, 5)))).toBeUndefined();
    expect(faultOfAnswer({ lat: null, lng: null, status: 'INVALID_FORCODES' })).toBeUndefined();
    expect(faultOfAnswer({ features: [{ type: 'Feature', geometry: null }] })).toBeUndefined();
  });

  it('takes an unknown status without a result for a failure, and with one for a remark', () => {
    expect(faultOfAnswer({ results: [], status: 'BUSY' })).toMatch(/unknown status "BUSY"/);
    expect(faultOfAnswer({ ...google(21, 105), status: 'PARTIAL' })).toBeUndefined();
  });
});
