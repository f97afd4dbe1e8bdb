import type { ImageryItem } from '../../../contract/records/imagery.ts';
import { isObject, listOf, objectOf, textOf, type JsonObject } from './source-values.ts';

type Assets = NonNullable<ImageryItem['assets']>;

const SIZES = ['hd', 'sd', 'thumb'] as const;
const ROLES = { hd: 'data', sd: 'visual', thumb: 'thumbnail' } as const;

/**
 * Reads the assets of an item.
 *
 * Shape: an asset without an address is left out; the addresses of the properties `imagery:image` and `imagery:thumbnail` complete them.
 */
export function readAssets(
  value: JsonObject,
  source: JsonObject,
  remark: (reason: string) => void,
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
  if (missing.length > 0) remark(`no asset ${missing.join(', ')}`);
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
