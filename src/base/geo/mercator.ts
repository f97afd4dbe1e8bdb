const MOST_LATITUDE = 85.05;

/** A place on the map of the world. Shape: 0 to 1 from the west and from the north. */
export interface MapPlace {
  x: number;
  y: number;
}

/** Projects a position: Web Mercator. */
export function mercator(lat: number, lon: number): MapPlace {
  const radians = (Math.min(MOST_LATITUDE, Math.max(-MOST_LATITUDE, lat)) * Math.PI) / 180;
  return {
    x: lon / 360 + 0.5,
    y: 0.5 - Math.log(Math.tan(Math.PI / 4 + radians / 2)) / (2 * Math.PI),
  };
}
