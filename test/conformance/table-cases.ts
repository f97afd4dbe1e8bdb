import type { TSchema } from 'typebox';
import { OPERATION_NAMES, OPERATIONS, type OperationName } from '../../src/contract/catalogue.ts';
import { shapeNamed } from '../../src/contract/parameters.ts';
import { queryOf } from '../../src/contract/wire.ts';
import { placeId } from '../../src/engine/gazetteer/place-id.ts';

/** The queries of one shape of an operation that show how it answers; each is sent as written, undefined not at all. */
export interface TableCase {
  operation: OperationName;
  shape: string;
  ok: string;
  /** A sound request that nothing matches. */
  noMatch: string | undefined;
  /** A parameter without a value. */
  empty: string | undefined;
  /** Without what is required. */
  missing: string | undefined;
  /** A value out of its range or syntax. */
  bad: string | undefined;
  repeated: string | undefined;
  unknown: string;
}

const MARKET = placeId('market');
const POINT = 'point.lat=21.0435&point.lon=105.8498';
const SEA = 'point.lat=45&point.lon=-120';
const ROUTE = 'origin=21.0431,105.8496&destination=21.0452,105.8492';
const LOCATIONS = '[{"lat":21.043,"lon":105.849},{"lat":21.044,"lon":105.849},{"lat":21.045,"lon":105.849}]';
const json = (text: string) => `json=${encodeURIComponent(text)}`;
const TOUR = json(`{"locations":${LOCATIONS},"costing":"auto"}`);
const HOUSE = encodeURIComponent('131 Hồng Hà, Phúc Xá, Ba Đình, Hà Nội');

/** The queries that show more than the examples of a schema can. */
const WRITTEN_CASES: readonly TableCase[] = [
  {
    ...{ operation: 'autocomplete', shape: 'google', ok: 'input=ch%E1%BB%A3%20long' },
    ...{ noMatch: 'input=qxqxqx', empty: 'input=', missing: '', bad: 'input=x&location=91,0' },
    ...{ repeated: 'input=a&input=b', unknown: 'input=x&inptu=y' },
  },
  {
    ...{ operation: 'autocomplete', shape: 'osm', ok: 'text=ch%E1%BB%A3%20long' },
    ...{ noMatch: 'text=qxqxqx', empty: 'text=', missing: 'size=3', bad: 'text=x&size=0' },
    ...{ repeated: 'text=a&text=b', unknown: 'text=x&txet=y' },
  },
  {
    ...{ operation: 'place', shape: 'google', ok: `ids=${MARKET}&format=google` },
    ...{ noMatch: 'ids=nothing&format=google', empty: 'ids=&format=google', missing: 'format=google' },
    ...{ bad: `ids=${MARKET}&format=google&sessiontoken=x`, repeated: 'ids=a&ids=b&format=google' },
    unknown: 'ids=a&format=google&id=b',
  },
  {
    ...{ operation: 'place', shape: 'osm', ok: `ids=${MARKET}`, noMatch: 'ids=nothing', empty: 'ids=' },
    ...{ missing: '', bad: `ids=${MARKET}&admin_v2=yes`, repeated: 'ids=a&ids=b', unknown: 'ids=a&id=b' },
  },
  {
    ...{ operation: 'children', shape: 'google', ok: `parent_id=${MARKET}`, noMatch: 'parent_id=nothing' },
    ...{ empty: 'parent_id=', missing: '', bad: `parent_id=${MARKET}&admin_v2=1` },
    ...{ repeated: 'parent_id=a&parent_id=b', unknown: 'parent_id=a&parent=b' },
  },
  {
    ...{ operation: 'children', shape: 'osm', ok: `parent_id=${MARKET}&format=osm` },
    ...{ noMatch: 'parent_id=nothing&format=osm', empty: 'parent_id=&format=osm', missing: 'format=osm' },
    ...{ bad: `parent_id=${MARKET}&format=osm&admin_v2=1`, repeated: 'parent_id=a&format=osm&format=osm' },
    unknown: 'parent_id=a&format=osm&parent=b',
  },
  {
    ...{ operation: 'geocodeForward', shape: 'google', ok: `address=${HOUSE}`, noMatch: 'address=qxqxqx' },
    ...{ empty: 'address=', missing: 'admin_v2=true', bad: 'address=x&admin_v2=2' },
    ...{ repeated: 'address=a&address=b', unknown: 'address=x&size=2' },
  },
  {
    ...{ operation: 'geocodeForward', shape: 'osm', ok: `text=${HOUSE}`, noMatch: 'text=qxqxqx' },
    ...{ empty: 'text=', missing: 'size=1', bad: 'text=x&size=1.5', repeated: 'text=a&text=b' },
    unknown: 'text=x&address2=y',
  },
  {
    ...{ operation: 'geocodeReverse', shape: 'google', ok: 'latlng=21.0431,105.8496' },
    ...{ noMatch: 'latlng=45,-120', empty: 'latlng=', missing: 'admin_v2=true', bad: 'latlng=91,0' },
    ...{ repeated: 'latlng=1,1&latlng=2,2', unknown: 'latlng=1,1&lat=1' },
  },
  {
    ...{ operation: 'geocodeReverse', shape: 'osm', ok: POINT, noMatch: SEA },
    ...{ empty: 'point.lat=&point.lon=1', missing: 'point.lat=1', bad: 'point.lat=90.1&point.lon=0' },
    ...{ repeated: 'point.lat=1&point.lat=1&point.lon=1', unknown: `${POINT}&lat=1` },
  },
  {
    ...{
      operation: 'nearby',
      shape: 'only',
      ok: `categories=atm&${POINT}`,
      noMatch: `categories=atm&${SEA}`,
    },
    ...{ empty: `categories=&${POINT}`, missing: 'categories=atm', bad: `categories=hopsital&${POINT}` },
    ...{ repeated: `categories=a&categories=b&${POINT}`, unknown: `categories=atm&${POINT}&radius=1` },
  },
  {
    // Straight lines go everywhere: there is no route without a result.
    ...{ operation: 'direction', shape: 'only', ok: ROUTE, noMatch: 'origin=0,0&destination=-1,-1' },
    ...{ empty: 'origin=&destination=1,1', missing: 'origin=1,1', bad: `${ROUTE}&vehicle=boat` },
    ...{ repeated: `${ROUTE}&origin=1,1`, unknown: `${ROUTE}&mode=car` },
  },
  {
    ...{ operation: 'optimizedRoute', shape: 'only', ok: TOUR },
    noMatch: json(`{"locations":${LOCATIONS.replaceAll('21.', '-1.')},"costing":"auto"}`),
    ...{ empty: 'json=', missing: '', bad: json('{"locations":[],"costing":"auto"}') },
    ...{ repeated: `${TOUR}&${TOUR}`, unknown: `${TOUR}&costing=auto` },
  },
  {
    ...{
      operation: 'encodeForcode',
      shape: 'only',
      ok: 'lat=20.990396&lng=105.868825',
      noMatch: 'lat=0&lng=0',
    },
    ...{ empty: 'lat=&lng=105', missing: 'lat=21', bad: 'lat=21&lng=105&resolution=16' },
    ...{ repeated: 'lat=21&lat=21&lng=105', unknown: 'lat=21&lng=105&lon=105' },
  },
  {
    ...{
      operation: 'decodeForcode',
      shape: 'only',
      ok: 'forcodes=HNO4DT45BQNZ',
      noMatch: 'forcodes=HN8HFHOIFD',
    },
    ...{ empty: 'forcodes=', missing: '', bad: 'forcodes=%F0%9F%99%82' },
    ...{ repeated: 'forcodes=a&forcodes=b', unknown: 'forcodes=a&forcode=b' },
  },
  {
    ...{ operation: 'searchImagery', shape: 'only', ok: 'bbox=105.8,21,105.9,21.1&limit=2' },
    ...{ noMatch: 'bbox=0,0,1,1', empty: 'bbox=', missing: '', bad: 'limit=10001' },
    ...{ repeated: 'limit=1&limit=1', unknown: 'box=1,2,3,4' },
  },
  {
    ...{
      operation: 'convert',
      shape: 'only',
      ok: `text=${encodeURIComponent('Phường Quán Thánh, Quận Ba Đình, Hà Nội')}`,
    },
    ...{ noMatch: 'text=qxqxqx', empty: 'text=', missing: '', bad: 'text=x&to=2025-02-30' },
    ...{ repeated: 'text=a&text=b', unknown: 'text=x&day=2025-06-30' },
  },
  {
    ...{ operation: 'wardAt', shape: 'only', ok: 'lat=20.990396&lng=105.868825', noMatch: 'lat=0&lng=0' },
    ...{ empty: 'lat=&lng=105', missing: 'lat=21', bad: 'lat=91&lng=105' },
    ...{ repeated: 'lat=21&lat=21&lng=105', unknown: 'lat=21&lng=105&lon=105' },
  },
];

/** Returns the queries of every operation in every shape: those written here, else those that its schema gives. */
export function tableCases(): TableCase[] {
  return OPERATION_NAMES.flatMap((operation) =>
    Object.keys(OPERATIONS[operation].shapes).map(
      (shape) =>
        WRITTEN_CASES.find((each) => each.operation === operation && each.shape === shape) ??
        caseOfSchema(operation, shape),
    ),
  );
}

/** Makes queries from the first example of each required parameter. Errors: a required parameter has no example. */
function caseOfSchema(operation: OperationName, shape: string): TableCase {
  const { parameters } = shapeNamed(OPERATIONS[operation], shape);
  const { required = [] } = parameters as { required?: readonly string[] };
  const examples = required.map((name) => {
    const { type, examples } = parameters.properties[name] as TSchema & {
      type: string;
      examples?: unknown[];
    };
    if (examples?.length) return { name, type, value: examples[0] };
    throw new Error(`${operation}, ${shape} shape: give the required parameter ${name} \`examples\``);
  });
  const query = (changed: Readonly<Record<string, unknown>> = {}): string =>
    queryOf({
      ...Object.fromEntries(examples.map(({ name, value }) => [name, value])),
      ...changed,
    });
  const [first] = examples;
  // Any text may be a value of a text parameter; no number or boolean is written like this.
  const typed = examples.find(({ type }) => ['number', 'integer', 'boolean'].includes(type));
  return {
    operation,
    shape,
    ok: query(),
    noMatch: undefined,
    empty: first && query({ [first.name]: '' }),
    missing: first && query({ [first.name]: undefined }),
    bad: typed && query({ [typed.name]: 'x' }),
    repeated: first && `${query()}&${queryOf({ [first.name]: first.value }).toString()}`,
    unknown: query({ unknown: '1' }),
  };
}
