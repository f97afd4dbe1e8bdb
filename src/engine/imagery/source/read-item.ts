import { message, type Message, type PlainCode } from '../../../base/messages/message.ts';
import type { ImageryItem, ImageryLink } from '../../../contract/records/imagery.ts';
import { isPosition, type Position } from '../../../base/geo/position.ts';
import { toDegrees, toE7 } from '../../../base/geo/e7.ts';
import { PICTURE_STATUSES, type PictureStatus } from '../index/picture-index.ts';
import { DERIVED_RELATIONS, type StoredItem } from '../items/item.ts';
import {
  readProperties,
  readTimes,
  isObject,
  listOf,
  numberOf,
  objectOf,
  textOf,
  type JsonObject,
} from './item-properties.ts';

/** The collection of items that name none. */
const DEFAULT_COLLECTION = 'pictures';
const FULL_TURN = 360;
const PROVIDER_ROLES = ['producer', 'licensor', 'processor', 'host'];

/**
 * One item of a source, as a dataset stores it, and what its tables need.
 *
 * Units: `azimuth` and `fieldOfView` in degrees, -1 if unknown; times in ms since 1970, NaN if unknown.
 * Shape: `rank` is its number in the sequence, `next` and `previous` the ids of its neighbours, if the source has them.
 */
export interface SourcePicture {
  item: StoredItem;
  position: Position;
  azimuth: number;
  fieldOfView: number;
  is360: boolean;
  status: PictureStatus;
  timeMs: number;
  updatedMs: number;
  collection: string;
  license: string | undefined;
  rank: number | undefined;
  next: string | undefined;
  previous: string | undefined;
}

type Assets = NonNullable<ImageryItem['assets']>;

const SIZES = ['hd', 'sd', 'thumb'] as const;
const ROLES = { hd: 'data', sd: 'visual', thumb: 'thumbnail' } as const;

/**
 * Reads the assets of an item.
 *
 * Shape: an asset without an address is left out; the addresses of the properties `imagery:image` and `imagery:thumbnail` complete them.
 */
function readAssets(
  value: JsonObject,
  source: JsonObject,
  remark: (reason: Message) => void,
): Pick<ImageryItem, 'assets' | 'asset_templates'> {
  const assets = readList(value.assets);
  for (const [size, name] of [
    ['hd', 'imagery:image'],
    ['thumb', 'imagery:thumbnail'],
  ] as const) {
    const href = textOf(source[name]);
    if (assets[size] === undefined && href !== undefined) assets[size] = { href, roles: [ROLES[size]] };
  }
  const missing = SIZES.filter((size) => assets[size] === undefined);
  if (missing.length > 0) remark(message('imagery.assetsMissing', { missing }));
  const templates = readList(value.asset_templates);
  return { assets, asset_templates: Object.keys(templates).length > 0 ? templates : undefined };
}

function readList(value: unknown): Assets {
  const assets: [string, Assets[string]][] = [];
  for (const [name, asset] of Object.entries(objectOf(value))) {
    const href = isObject(asset) ? textOf(asset.href) : undefined;
    if (!isObject(asset) || href === undefined) continue;
    const roles = listOf(asset.roles).filter((role) => typeof role === 'string');
    const texts = ['title', 'description', 'type'].flatMap((member) => {
      const text = textOf(asset[member]);
      return text === undefined ? [] : [[member, text] as const];
    });
    assets.push([name, { href, ...Object.fromEntries(texts), roles: roles.length > 0 ? roles : undefined }]);
  }
  return Object.fromEntries(assets);
}

/**
 * Reads an item of a STAC ItemCollection or of a Panoramax API, tolerantly, and completes it to a valid STAC 1.0.0 item.
 *
 * Shape: a picture, or the reason why it cannot be used; `remark` receives each member that is missing or not usable.
 */
export function readItem(value: unknown, remark: (reason: Message) => void): SourcePicture | PlainCode {
  if (!isObject(value)) return 'dataset.notObject';
  if (value.type !== undefined && value.type !== 'Feature') return 'imagery.notFeature';
  const source = renamedProperties(objectOf(value.properties));
  const id = textOf(value.id) ?? textOf(source.id);
  if (id === undefined) return 'imagery.noId';
  const position = readPosition(value.geometry);
  if (position === undefined) return 'imagery.noPosition';
  const links = listOf(value.links).filter(isObject);
  const collection = readCollection(value, links, remark);
  const times = readTimes(source, remark);
  const view = readView(source, remark);
  const properties = { ...readProperties(source, remark), ...times.properties } as ImageryItem['properties'];
  const item: StoredItem = {
    id,
    type: 'Feature',
    stac_version: '1.0.0',
    stac_extensions: [...new Set(listOf(value.stac_extensions).filter(isAddress))],
    collection,
    geometry: { type: 'Point', coordinates: [position.lon, position.lat] },
    bbox: [position.lon, position.lat, position.lon, position.lat],
    properties,
    ...readAssets(value, source, remark),
    providers: readProviders(value, source, remark),
    links: links.flatMap(keptLink),
  };
  return {
    item,
    position,
    ...view,
    status: readStatus(source, remark),
    timeMs: times.timeMs,
    updatedMs: times.updatedMs,
    collection,
    license: properties.license,
    rank: numberOf(source['imagery:rank_in_collection'] ?? source['geovisio:rank_in_collection']),
    next: neighbourId(links, 'next'),
    previous: neighbourId(links, 'prev'),
  };
}

/** Returns the properties with the names of the interface instead of those of the upstream software. */
function renamedProperties(properties: JsonObject): JsonObject {
  const renamed: JsonObject = { ...properties };
  for (const name of ['image', 'producer', 'status', 'thumbnail']) {
    const upstream = `geovisio:${name}`;
    if (renamed[upstream] === undefined) continue;
    renamed[`imagery:${name}`] ??= renamed[upstream];
    delete renamed[upstream];
  }
  return renamed;
}

function readPosition(geometry: unknown): Position | undefined {
  const { type, coordinates } = objectOf(geometry);
  const [lon, lat] = listOf(coordinates);
  const position = { lat: lat as number, lon: lon as number };
  if (type !== 'Point' || !isPosition(position)) return undefined;
  // Rounded like the tables, so that a search and the item it returns agree.
  return { lat: toDegrees(toE7(position.lat)), lon: toDegrees(toE7(position.lon)) };
}

function readCollection(
  value: JsonObject,
  links: readonly JsonObject[],
  remark: (reason: Message) => void,
): string {
  const stated = textOf(value.collection);
  if (stated !== undefined) return stated;
  const href = textOf(links.find(({ rel }) => rel === 'collection')?.href);
  const linked = href
    ?.split(/[?#]/, 1)[0]
    ?.split('/')
    .filter((part) => part !== '')
    .at(-1);
  if (linked !== undefined) return linked;
  remark(message('imagery.noCollection', { collection: DEFAULT_COLLECTION }));
  return DEFAULT_COLLECTION;
}

function readView(
  source: JsonObject,
  remark: (reason: Message) => void,
): Pick<SourcePicture, 'azimuth' | 'fieldOfView' | 'is360'> {
  const orientation = objectOf(source['pers:interior_orientation']);
  const fieldOfView = numberOf(orientation.field_of_view) ?? numberOf(source.field_of_view);
  const isSphere = objectOf(source.exif)['Xmp.GPano.ProjectionType'] === 'equirectangular';
  const is360 = fieldOfView === undefined ? isSphere : fieldOfView >= FULL_TURN;
  if (fieldOfView === undefined && !isSphere) remark(message('imagery.noFieldOfView'));
  const azimuth = numberOf(source['view:azimuth']);
  if (azimuth === undefined) remark(message(is360 ? 'imagery.noAzimuth' : 'imagery.notFoundByPlace'));
  return {
    azimuth: azimuth === undefined ? -1 : ((azimuth % FULL_TURN) + FULL_TURN) % FULL_TURN,
    fieldOfView: fieldOfView ?? (is360 ? FULL_TURN : -1),
    is360,
  };
}

function readStatus(source: JsonObject, remark: (reason: Message) => void): PictureStatus {
  const text = textOf(source['imagery:status']) ?? textOf(source.status);
  if (text === undefined) {
    remark(message('imagery.noStatus'));
    return 'ready';
  }
  const status = PICTURE_STATUSES.find((one) => one === text);
  if (status === undefined) remark(message('imagery.unknownStatus'));
  else if (status !== 'ready') remark(message('imagery.notReturned', { status }));
  return status ?? 'hidden';
}

function readProviders(
  value: JsonObject,
  source: JsonObject,
  remark: (reason: Message) => void,
): { name: string; roles?: string[] }[] {
  const given = listOf(value.providers ?? source.providers).filter(isObject);
  const providers = given.flatMap((provider) => {
    const name = textOf(provider.name);
    if (name === undefined) return [];
    const roles = listOf(provider.roles).filter((role) =>
      PROVIDER_ROLES.includes(role as string),
    ) as string[];
    return [{ name, roles: roles.length > 0 ? roles : undefined }];
  });
  if (providers.length > 0) return providers;
  const producer = textOf(source['imagery:producer']);
  if (producer !== undefined) return [{ name: producer, roles: ['producer'] }];
  remark(message('imagery.noProviders'));
  return [];
}

/** Returns a link as it is stored; none if it is derived on output or has no address. */
function keptLink(link: JsonObject): ImageryLink[] {
  const [rel, href] = [textOf(link.rel), textOf(link.href)];
  if (rel === undefined || href === undefined || DERIVED_RELATIONS.has(rel)) return [];
  const [type, title] = [textOf(link.type), textOf(link.title)];
  return [
    {
      rel,
      href,
      geometry: null,
      type,
      title,
    },
  ];
}

function neighbourId(links: readonly JsonObject[], rel: string): string | undefined {
  return textOf(links.find((link) => link.rel === rel)?.id);
}

function isAddress(value: unknown): value is string {
  return typeof value === 'string' && URL.canParse(value);
}
