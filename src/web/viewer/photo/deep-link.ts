import type { LatLng, PhotoView } from '../public-types.ts';

/** What the hash of an address says of the view. */
export interface DeepLink extends Partial<PhotoView> {
  /** Place to turn to, instead of a heading. */
  lookAt?: LatLng;
}

const NAMES = { headingDegrees: 'heading', pitchDegrees: 'pitch', zoom: 'zoom' } as const;
const LIMITS = { headingDegrees: [-360, 360], pitchDegrees: [-90, 90], zoom: [0, 100] } as const;

/** Parses the hash of an address: `#picture=ID&heading=62&pitch=0&zoom=50`, or `lookAt=LAT,LNG`. Shape: values out of range are left out. */
export function parseDeepLink(hash: string): DeepLink {
  const parameters = new URLSearchParams(hash.replace(/^#/, ''));
  const link: DeepLink = {};
  const pictureId = parameters.get('picture');
  if (pictureId) link.pictureId = pictureId;
  for (const key of ['headingDegrees', 'pitchDegrees', 'zoom'] as const) {
    const value = numberOf(parameters.get(NAMES[key]));
    const [least, most] = LIMITS[key];
    if (value !== undefined && value >= least && value <= most) link[key] = value;
  }
  const [lat, lng, ...others] = (parameters.get('lookAt') ?? '').split(',').map(numberOf);
  if (lat !== undefined && lng !== undefined && others.length === 0) {
    if (Math.abs(lat) <= 90 && Math.abs(lng) <= 180) link.lookAt = { lat, lng };
  }
  return link;
}

/** Returns the hash of a view. */
export function deepLinkHash({ pictureId, headingDegrees, pitchDegrees, zoom }: PhotoView): string {
  const parameters = new URLSearchParams();
  if (pictureId !== undefined) parameters.set('picture', pictureId);
  parameters.set('heading', String(Math.round(headingDegrees * 10) / 10));
  parameters.set('pitch', String(Math.round(pitchDegrees * 10) / 10));
  parameters.set('zoom', String(Math.round(zoom)));
  return `#${parameters.toString()}`;
}

function numberOf(text: string | null | undefined): number | undefined {
  if (!text || !/^-?\d+(\.\d+)?$/.test(text)) return undefined;
  return Number(text);
}
