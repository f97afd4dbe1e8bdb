import { OPERATIONS } from '../../src/contract/catalogue.ts';
import { checkerOf } from '../../src/contract/parameters.ts';
import type { Directions } from '../../src/contract/records/directions.ts';
import { exactSchema } from '../../src/contract/schema.ts';
import { distanceMeters } from '../../src/base/geo/distance.ts';
import type { Position } from '../../src/base/geo/position.ts';
import { VEHICLE_COSTINGS, type Vehicle } from '../../src/engine/routing/costing.ts';
import type { Router, Trip } from '../../src/engine/routing/router.ts';
import { askRawValhalla, configOver, type RawQuestion } from '../support/raw-valhalla.ts';
import type { Measurement } from './measurement.ts';
import { buildCities, drawPlaces, leftOut, openCity, randomOf, type City } from './routing-roads.ts';
import { percent, whole } from './table.ts';

const PAIRS = 1000;
const QUICK_PAIRS = 40;
const TITLE = 'routing-directions: /direction over the extracts of two cities, beside Valhalla itself';
/** Farther from its place than the nearest road is, when that one does not lead on. Units: metres. */
const SLACK_METERS = 100;
const TIME_APART = 0.05;
/** Words of Valhalla's English instructions; names of streets are taken out before they are looked for. */
const ENGLISH =
  /\b(the|turn|left|right|continue|onto|drive|walk|bike|keep|take|exit|roundabout|ramp|merge|toward|destination|arrived?|your?|north|south|east|west|ferry|enter|straight|sharp|slight|stay|stairs|then|and)\b/i;

const schema = exactSchema(OPERATIONS.direction.shapes.only.answer);

/** Counts what answers of one vehicle are like. */
interface Tally {
  asked: number;
  noWay: number;
  invalid: number;
  offEnds: number;
  offSums: number;
  english: number;
  timeApart: number;
  differs: number;
}

/** Asks for directions between random places, and looks at every answer. */
export const routingDirections: Measurement = {
  name: 'routing-directions',
  async run(context) {
    const cities = await buildCities(context);
    if (cities.length === 0) return leftOut(TITLE);
    const { computeDirections } = await context.internals();
    const pairs = Math.ceil((context.isQuick ? QUICK_PAIRS : PAIRS) / cities.length);
    const rows: string[][] = [];
    const words = new Map<Vehicle, Tally>();
    for (const city of cities) {
      const router = await openCity(context, city, 2);
      try {
        for (const vehicle of Object.keys(VEHICLE_COSTINGS) as Vehicle[]) {
          const tally = words.get(vehicle) ?? newTally();
          words.set(vehicle, tally);
          process.stderr.write(`  ${city.name}, ${vehicle}\n`);
          await look(city, router, vehicle, pairs, tally);
        }
      } finally {
        await router.close();
      }
    }

    async function look(city: City, router: Router, vehicle: Vehicle, count: number, tally: Tally) {
      const costing = VEHICLE_COSTINGS[vehicle];
      const places = await drawPlaces(router, city, 2 * count, randomOf(context), costing);
      const off = (
        await Promise.all(
          Array.from({ length: Math.ceil(places.length / 200) }, (_, at) =>
            router.roadDistances(places.slice(200 * at, 200 * at + 200), costing),
          ),
        )
      ).flat();
      const raw: RawQuestion[] = [];
      const answers = await Promise.all(
        Array.from({ length: count }, async (_, at) => {
          const [from, to] = [places[2 * at] as Position, places[2 * at + 1] as Position];
          raw.push({ action: 'route', request: { locations: [from, to], costing, language: 'vi-VN' } });
          let trip: Trip | undefined;
          const listening: Router = {
            ...router,
            route: async (...question) => {
              const trips = await router.route(...question);
              trip = trips[0];
              return trips;
            },
          };
          const question = {
            origin: `${from.lat},${from.lon}`,
            destination: `${to.lat},${to.lon}`,
            alternatives: false,
            vehicle,
            language: 'vi' as const,
          };
          const answer = await computeDirections(question, listening, () => ({
            placeId: '',
            address: '',
          })).catch((error: unknown) => {
            // Its class is one of the built code.
            if ((error as { code?: unknown }).code === 'INVALID_REQUEST') return undefined;
            throw error;
          });
          if (answer && trip) judge(answer, trip, from, to, [off[2 * at] ?? 0, off[2 * at + 1] ?? 0], tally);
          else tally.noWay += 1;
          tally.asked += 1;
          return answer;
        }),
      );
      const theirs = await askRawValhalla(configOver(city.tiles), raw);
      theirs.forEach(({ answer }, at) => {
        const ours = answers[at]?.routes[0]?.legs[0]?.duration.value;
        const seconds = (answer as { trip: Trip } | undefined)?.trip.summary?.time;
        if ((ours === undefined) !== (seconds === undefined)) tally.differs += 1;
        if (
          ours !== undefined &&
          seconds !== undefined &&
          Math.abs(ours - seconds) > TIME_APART * seconds + 1
        )
          tally.timeApart += 1;
      });
    }

    for (const [vehicle, tally] of words) {
      const { asked, noWay, ...bad } = tally;
      rows.push([
        vehicle,
        whole(asked),
        percent((asked - noWay) / asked),
        ...[bad.invalid, bad.offEnds, bad.offSums, bad.english, bad.timeApart, bad.differs].map(String),
      ]);
    }
    return {
      title: TITLE,
      columns: [
        'vehicle',
        'pairs',
        'with a way',
        'invalid',
        'off ends',
        'off sums',
        'English',
        '> 5 %',
        'way differs',
      ],
      rows,
      notes: [
        `places within 100 m of a road in ${cities.map(({ name }) => name).join(' and ')}; all but the first two figures have to be 0`,
        'off ends: the line does not end at its places, and no warning says so; off sums: steps do not add up to the leg; English: an English word in a Vietnamese instruction',
        "> 5 %: the time is not Valhalla's own; way differs: only one of both finds a way",
      ],
    };
  },
};

const newTally = (): Tally => ({
  asked: 0,
  noWay: 0,
  invalid: 0,
  offEnds: 0,
  offSums: 0,
  english: 0,
  timeApart: 0,
  differs: 0,
});

function judge(
  answer: Directions,
  trip: Trip,
  from: Position,
  to: Position,
  [offFrom, offTo]: readonly [number, number],
  tally: Tally,
): void {
  if (!checkerOf(schema).check(answer)) tally.invalid += 1;
  for (const { legs, warnings } of answer.routes) {
    for (const leg of legs) {
      const apart = (place: { lat: number; lng: number }, stop: Position) =>
        distanceMeters({ lat: place.lat, lon: place.lng }, stop);
      if (
        warnings.length === 0 &&
        (apart(leg.start_location, from) > offFrom + SLACK_METERS ||
          apart(leg.end_location, to) > offTo + SLACK_METERS)
      )
        tally.offEnds += 1;
      const sum = (member: 'distance' | 'duration') =>
        leg.steps.reduce((total, step) => total + step[member].value, 0);
      if (sum('distance') !== leg.distance.value || sum('duration') !== leg.duration.value)
        tally.offSums += 1;
    }
  }
  if (trip.legs.some(({ maneuvers }) => maneuvers.some((maneuver) => ENGLISH.test(withoutNames(maneuver)))))
    tally.english += 1;
}

function withoutNames(maneuver: Trip['legs'][number]['maneuvers'][number]): string {
  const { instruction, street_names = [], sign } = maneuver;
  const { begin_street_names = [] } = maneuver as { begin_street_names?: string[] };
  const signs = Object.values(sign ?? {}).flatMap((elements) => elements.map(({ text }) => text));
  return [...street_names, ...begin_street_names, ...signs]
    .sort((a, b) => b.length - a.length)
    .reduce((text, name) => text.replaceAll(name, ''), instruction);
}
