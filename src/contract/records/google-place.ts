import Type, { type Static } from 'typebox';
import { beyond } from '../beyond.ts';
import { LatLng, nullable, toleratedNull } from '../schema.ts';

/**
 * A place in google shape.
 *
 * Shape: `address_components` run from the name over street line, ward and district to the city; `address` occurs in geocoding
 * results only, `url` and `geometry.viewport` in place detail only.
 * Source: interface document, section 2.2.
 */
export const GooglePlace = Type.Object({
  address: Type.Optional(Type.String()),
  address_components: Type.Array(Type.Object({ long_name: Type.String(), short_name: Type.String() })),
  formatted_address: Type.String(),
  geometry: Type.Object({ location: LatLng }),
  name: Type.String(),
  place_id: Type.String(),
  types: Type.Array(Type.String()),
});

/** A place in google shape. */
export type GooglePlace = Static<typeof GooglePlace>;

/** The response of forward and reverse geocoding in google shape. */
export const GooglePlaceList = Type.Object({ results: Type.Array(GooglePlace), status: Type.String() });

/** The response of forward and reverse geocoding in google shape. */
export type GooglePlaceList = Static<typeof GooglePlaceList>;

/** How the link of a place begins that has no page on the web: `geo:<lat>,<lon>;id=<place id>`. */
export const LOCAL_LINK = 'geo:';

/** A place in google shape with what only place detail has: its page, and the box to show. */
export const GooglePlaceDetail = Type.Object({
  ...GooglePlace.properties,
  geometry: Type.Object({
    location: LatLng,
    viewport: nullable(
      Type.Object(
        { northeast: LatLng, southwest: LatLng },
        beyond(['member', 'open', '`northeast` and `southwest`, as in the API whose shape it has']),
      ),
    ),
  }),
  url: toleratedNull(
    Type.String(
      beyond([
        'values',
        'open',
        'the page of the server that shows the place, or a `geo:` link with its id: a dataset has no page on the web',
      ]),
    ),
  ),
});

/** A place in google shape with what only place detail has. */
export type GooglePlaceDetail = Static<typeof GooglePlaceDetail>;

/**
 * The response of the operation `place` in google shape.
 *
 * Shape: `result` is null or absent when `status` is not `OK`.
 */
export const GooglePlaceResult = Type.Object({ result: nullable(GooglePlaceDetail), status: Type.String() });

/** The response of the operation `place` in google shape. */
export type GooglePlaceResult = Static<typeof GooglePlaceResult>;
