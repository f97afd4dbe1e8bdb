import { describe, expect, it } from 'vitest';
import { OPERATIONS } from '../../../contract/catalogue.ts';
import { checkerOf } from '../../../contract/parameters.ts';
import { exactSchema } from '../../../contract/schema.ts';
import type { Trip } from '../router.ts';
import { contractTrip } from './contract-trip.ts';

const summary = {
  has_time_restrictions: false,
  has_toll: false,
  has_highway: false,
  has_ferry: false,
  min_lat: 10,
  min_lon: 105,
  max_lat: 11,
  max_lon: 106,
  time: 60,
  length: 1,
  cost: 70,
};

/** Creates a trip as Valhalla writes it, with members that the interface does not have. */
function valhallaTrip(types: readonly number[]): Trip {
  const maneuvers = types.map((type) => ({
    type,
    instruction: 'Go.',
    time: 1,
    length: 0.1,
    cost: 2,
    begin_shape_index: 0,
    end_shape_index: 1,
    travel_mode: 'drive',
    travel_type: 'car',
    bearing_after: 90,
    verbal_multi_cue: true,
    sign: { exit_number_elements: [{ text: '7', is_route_number: true }], exit_toward_elements: [] },
  }));
  const locations = [4, 5].map((lat) => ({
    type: 'break',
    lat,
    lon: 105,
    original_index: 0,
    side_of_street: 'left',
  }));
  return {
    locations: locations.map((location) => ({ ...location, waiting: 3 })),
    legs: [{ maneuvers, summary: { ...summary, ...{ level_changes: [] } }, shape: '??' }],
    summary,
    status: 0,
    status_message: 'Found route between points',
    units: 'kilometers',
    language: 'en-US',
  };
}

describe('contractTrip', () => {
  it('writes what the interface knows, and nothing else', () => {
    const given = valhallaTrip([1, 10, 4]);
    const [start, end] = given.locations;
    const trip = contractTrip(
      { ...given, locations: [start!, { ...end!, side_of_street: undefined }] },
      [3, 1],
    );
    expect(trip.locations.map(({ side_of_street }) => side_of_street)).toEqual(['left', '']);
    expect(checkerOf(exactSchema(OPERATIONS.optimizedRoute.shapes.only.answer)).faults({ trip })).toEqual([]);
    expect(trip.locations.map(({ original_index }) => original_index)).toEqual([3, 1]);
    expect(trip.legs[0]?.maneuvers[0]).toMatchObject({
      verbal_multi_cue: true,
      sign: { exit_number_elements: [{ text: '7' }] },
    });
  });

  it('has a number of the interface for lifts, steps and buildings', () => {
    const { legs } = contractTrip(valhallaTrip([37, 38, 39, 40, 43]), [0, 1]);
    expect(legs[0]?.maneuvers.map(({ type }) => type)).toEqual([37, 38, 8, 8, 8]);
  });
});
