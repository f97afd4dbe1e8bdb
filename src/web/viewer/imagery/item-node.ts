import type { ImageryItem } from '../../../contract/records/imagery.ts';
import { bearingDegrees } from '../../../base/geo/distance.ts';
import type { GpsPosition, VirtualTourLink, VirtualTourNode } from '../public-types.ts';
import { panoramaOf } from './item-panorama.ts';

/** What the viewer keeps of an item, as `data` of its node. */
export interface PictureData {
  capturedAt?: string;
  producer?: string;
  collection?: string;
  /** Address of the whole picture. */
  imageUrl?: string;
}

/** Returns the node of a street picture. Shape: yaw 0 is north; texts are those of the item, not escaped. */
export function nodeOf(item: ImageryItem, urlOf: (href: string) => string): VirtualTourNode {
  const { id, properties } = item;
  const gps = gpsOf(item.geometry.coordinates);
  const capturedAt = properties.datetimetz ?? properties.datetime ?? undefined;
  const producer = properties['imagery:producer'] ?? item.providers?.[0]?.name;
  const thumb = item.assets?.['thumb']?.href ?? properties['imagery:thumbnail'];
  const whole = item.assets?.['sd']?.href ?? item.assets?.['hd']?.href ?? properties['imagery:image'];
  const data: PictureData = {
    ...(capturedAt !== undefined && { capturedAt }),
    ...(producer !== undefined && { producer }),
    ...(item.collection !== undefined && { collection: item.collection }),
    ...(whole !== undefined && { imageUrl: urlOf(whole) }),
  };
  return {
    id,
    panorama: panoramaOf(item, urlOf),
    ...(capturedAt !== undefined && { name: dayOf(capturedAt) }),
    caption: [capturedAt && dayOf(capturedAt), producer].filter(Boolean).join(' · '),
    gps,
    links: linksOf(item, gps),
    sphereCorrection: correctionOf(properties),
    ...(thumb !== undefined && { thumbnail: urlOf(thumb) }),
    data,
  };
}

/** Returns the day of a timestamp, in the time zone in which it is written. */
export function dayOf(timestamp: string): string {
  return timestamp.slice(0, 10);
}

/** Returns the neighbours of a picture in its sequence: the next one first. */
function linksOf({ links = [] }: ImageryItem, from: GpsPosition): VirtualTourLink[] {
  return ['next', 'prev'].flatMap((rel) => {
    const link = links.find((one) => one.rel === rel);
    if (link?.id === undefined || !link.geometry) return [];
    const gps = gpsOf(link.geometry.coordinates);
    return [{ nodeId: link.id, gps, position: { yaw: `${bearing(from, gps)}deg`, pitch: 0 }, data: { rel } }];
  });
}

function correctionOf(properties: ImageryItem['properties']) {
  const degrees = (value: number | null | undefined) => `${value ?? 0}deg`;
  return {
    // The middle of the picture looks at its azimuth; turned back by it, yaw 0 is north.
    pan: degrees(-(properties['view:azimuth'] ?? 0)),
    tilt: degrees(properties['pers:pitch']),
    roll: degrees(properties['pers:roll']),
  };
}

/** Returns the direction from one position to another. Units: degrees clockwise from north. */
export function bearing([fromLon, fromLat]: GpsPosition, [lon, lat]: GpsPosition): number {
  return bearingDegrees({ lat: fromLat, lon: fromLon }, { lat, lon });
}

function gpsOf(coordinates: readonly number[]): GpsPosition {
  const [lng = 0, lat = 0] = coordinates;
  return [lng, lat];
}
