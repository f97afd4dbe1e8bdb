import { fold } from '../../../src/base/text/fold.ts';
import { bareName, type CurrentWard, type OfficialUnits } from './official-units.ts';

/** What a lookup by name gives: the ward in force and the converted line, or only a province. */
export interface PeerAnswer {
  code: string;
  province: string;
  line: string;
}

/**
 * Builds the simplest index that could do the job: former and present wards by folded name and province (and district, where it is named), nothing else.
 * A text is split at commas; the parts behind must be a province, perhaps a district, and a ward; type words and their abbreviations are cut off.
 */
export function createPeer({
  former,
  earlier,
  current,
}: OfficialUnits): (text: string) => PeerAnswer | undefined {
  const wards = new Map<string, Set<string>>();
  const provinces = new Map<string, string>();
  const add = (codes: readonly string[], ...names: string[]): void => {
    const key = names.map(bareKey).join('|');
    wards.set(key, new Set([...(wards.get(key) ?? []), ...codes]));
  };
  for (const { ward, district, province, successors } of [...former, ...earlier]) {
    add(successors, province, ward);
    add(successors, province, district, ward);
    provinces.set(bareKey(province), current.get(successors[0] ?? '')?.province ?? '');
  }
  for (const { code, ward, province } of current.values()) {
    add([code], province, ward);
    provinces.set(bareKey(province), province);
  }
  return (text) => {
    const parts = text.split(',').map((part) => part.trim());
    while (parts.length > 1 && /^(?:việt nam)?$/iu.test(parts.at(-1) ?? '')) parts.pop();
    const [province = '', ...before] = parts.map(bareKey).reverse();
    if (!provinces.has(province)) return undefined;
    for (const depth of [2, 1]) {
      const codes = [...(wards.get([province, ...before.slice(0, depth)].join('|')) ?? [])];
      if (codes.length !== 1) continue;
      const ward = current.get(codes[0] ?? '') as CurrentWard;
      const line = [...parts.slice(0, -1 - depth), ward.ward, ward.province].join(', ');
      return { code: ward.code, province: ward.province, line };
    }
    return { code: '', province: provinces.get(province) ?? '', line: '' };
  };
}

const SHORT = /^(?:p|x|tt|q|h|tx|tp|t)[. ]+(?=\S)|^[pq](?=\d)/u;

function bareKey(unit: string): string {
  const name = fold(bareName(unit))
    .replace(SHORT, '')
    .replace(/^(?:phuong|quan) (?=\d)/u, '');
  return name
    .replace(/^0+(?=\d)/u, '')
    .replace(/[^a-z0-9]+/gu, '')
    .replace(/^(?:hcm|tphcm)$/u, 'hochiminh');
}
