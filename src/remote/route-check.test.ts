import { tourAt } from '../../test/support/trip-through.ts';
import { describe, expect, it } from 'vitest';
import { answerOf } from '../../test/support/loopback-answers.ts';
import type { Directions } from '../contract/records/directions.ts';
import type { OptimizedTrip } from '../contract/records/optimized-trip.ts';
import { englishText } from '../base/messages/message.ts';
import * as check from './answer-check.ts';
import { createServiceRequest } from './service-request.ts';

const faultOfRoute = (...given: Parameters<typeof check.faultOfRoute>) => {
  const fault = check.faultOfRoute(...given);
  return fault && englishText(fault);
};
const unresolvedPoint = (...given: Parameters<typeof check.unresolvedPoint>) => {
  const point = check.unresolvedPoint(...given);
  return point && englishText(point);
};

const ADDRESS = 'https://maps.example/v1';
const locations = [0, 1, 2, 3].map((at) => ({ lat: 21 + at / 100, lon: 105.8 }));
const json = { locations, costing: 'auto' };
const tripRequest = createServiceRequest('optimizedRoute', 'only', { json }, ADDRESS);
const good = answerOf('optimizedRoute', new URLSearchParams({ json: JSON.stringify(json) })) as OptimizedTrip;

/** Returns the good trip with its stops in another order. */
function visiting(order: readonly number[], legs = order.length - 1): OptimizedTrip {
  const { trip } = good;
  const stops = order.map((original_index) => ({ ...trip.locations[0], original_index }));
  const leg = trip.legs[0] as (typeof trip.legs)[number];
  return {
    trip: { ...trip, locations: stops, legs: Array.from({ length: legs }, () => leg) },
  } as OptimizedTrip;
}

describe('faultOfRoute: trips', () => {
  it('accepts every order between the first and the last stop', () => {
    expect(faultOfRoute(tripRequest, good)).toBeUndefined();
    expect(faultOfRoute(tripRequest, visiting([0, 2, 1, 3]))).toBeUndefined();
  });

  it.each([
    ['another first stop', visiting([1, 0, 2, 3]), /begins at stop 1/],
    ['another last stop', visiting([0, 1, 3, 2]), /ends at stop 2/],
    ['a stop twice', visiting([0, 1, 1, 3]), /does not visit stop 2/],
    ['a stop too few', visiting([0, 1, 3]), /has 3 stops; 4 were sent/],
    ['a leg too few', visiting([0, 1, 2, 3], 2), /2 legs between 4 stops/],
    ['a leg too many', visiting([0, 1, 2, 3], 4), /4 legs between 4 stops/],
  ])('finds %s', (_, answer, message) => {
    expect(faultOfRoute(tripRequest, answer)).toMatch(message);
  });

  it('compares the tours of a fleet with themselves only: each visits some of the stops', () => {
    const fleet = createServiceRequest(
      'optimizedRoute',
      'only',
      { json: { ...json, geomill: { vehicles: [{}] } } },
      ADDRESS,
    );
    const answer = (tour: OptimizedTrip): OptimizedTrip => ({
      trip: tour.trip,
      geomill: { tours: [tourAt(tour.trip, [])], unserved: [] },
    });
    expect(faultOfRoute(fleet, answer(visiting([0, 2, 3])))).toBeUndefined();
    expect(faultOfRoute(fleet, answer(visiting([0, 2, 3], 1)))).toMatch(/1 legs between 3 stops/);
  });
});

describe('faultOfRoute: directions', () => {
  const route = (legs: number) => ({ legs: Array.from({ length: legs }, () => ({})) });
  const directions = (legs: number) => ({ geocoded_waypoints: [], routes: [route(legs)] }) as unknown;
  const to = (destination: string) =>
    createServiceRequest('direction', 'only', { origin: '21,105', destination }, ADDRESS);

  it('finds legs that do not fit the destination', () => {
    expect(faultOfRoute(to('20,106'), directions(1))).toBeUndefined();
    expect(faultOfRoute(to('20,106;19,106'), directions(2))).toBeUndefined();
    expect(faultOfRoute(to('20,106'), { geocoded_waypoints: [], routes: [] })).toBeUndefined();
    expect(faultOfRoute(to('20,106'), directions(2))).toMatch(/2 legs/);
    expect(faultOfRoute(to('20,106;19,106'), directions(0))).toMatch(/without legs/);
  });

  it('names the point that was not resolved', () => {
    const of = (...statuses: string[]) =>
      ({
        geocoded_waypoints: statuses.map((geocoder_status) => ({ geocoder_status, place_id: '' })),
        routes: [],
      }) as Directions;
    expect(unresolvedPoint(to('20,106'), of('OK', 'OK'))).toBeUndefined();
    expect(unresolvedPoint(to('20,106'), of('ZERO_RESULTS', 'OK'))).toBe(
      'the origin (geocoder_status "ZERO_RESULTS")',
    );
    expect(unresolvedPoint(to('20,106'), of('OK', 'NOT_FOUND'))).toMatch(/^destination 1 .*NOT_FOUND/);
  });
});
