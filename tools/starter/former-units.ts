import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import { readUnitHistory } from '../../src/engine/gazetteer/units/unit-history.ts';
import type { FormerWard } from '../../src/engine/gazetteer/units/units.ts';
import { readFormerWards, createFormerIndex } from '../../src/dataset/sources/former-wards.ts';
import type { Gazetteer } from './gazetteer.ts';
import { addFormerLines } from './former-lines.ts';
import { applyConversion, buildLawTables, type LawFacts } from './law.ts';

/** Files of facts about former wards, beside the tables of names. */
export interface FormerFiles {
  /** Former wards and other names of them, as `dataset build --legacy` reads them; later files lie on top of earlier ones. */
  legacy: readonly string[];
  /** Divided wards: `ward,district,province,successor_ward_codes,successor_at_centre`, codes separated by spaces. */
  divided: string;
  /** Facts of the law, which successors are taken from before all others. */
  law?: LawFacts;
}

/**
 * Adds to the former wards of a gazetteer what other lists know of them.
 *
 * Shape: the wards of a divided one are ordered by how likely a place in it is in each: the successor that holds its centre comes first.
 * Errors: INPUT_MISSING, INPUT_BAD, IO.
 */
export async function addFormerFacts(gazetteer: Gazetteer, files: FormerFiles): Promise<Gazetteer> {
  const { wards } = gazetteer;
  const indexOf = new Map(wards.map(({ code }, index) => [code, index]));
  const provinceIndex = new Map(gazetteer.provinces.map(({ code }, index) => [code, index]));
  const codeOf = (index: number): string => (wards[index] as (typeof wards)[number]).code;
  const below = {
    provinces: gazetteer.provinces.map((province) => ({ ...province, ...NO_FIGURES, forcodePrefix: '' })),
    wards: wards.map((ward) => ({
      ...{ ...ward, ...NO_FIGURES },
      province: provinceIndex.get(ward.provinceCode) as number,
    })),
    formerWards: gazetteer.formerWards.map(({ wardCodes, ...names }): FormerWard => ({
      ...names,
      wards: wardCodes.map((code) => indexOf.get(code) as number),
    })),
  };
  await orderDivided(files.divided, below.formerWards, indexOf);
  if (files.law !== undefined) {
    const coded = below.formerWards.map(({ wards: became, ...names }) => ({
      ...names,
      wardCodes: became.map(codeOf),
    }));
    applyConversion(coded, files.law);
    below.formerWards = coded.map(({ wardCodes, ...names }) => ({
      ...names,
      wards: wardCodes.map((code) => indexOf.get(code) as number),
    }));
  }
  for (const file of files.legacy) {
    const { formerWards } = await readFormerWards(file, below);
    below.formerWards.push(...formerWards);
  }
  const formerWards = below.formerWards.map(({ wards: became, ...names }) => ({
    ...names,
    wardCodes: became.map(codeOf),
  }));
  if (files.law?.history !== undefined)
    addFormerLines(formerWards, readUnitHistory(buildLawTables(gazetteer, files.law)), files.law.history);
  return { ...gazetteer, formerWards: formerWards.sort((a, b) => compare(keyOf(a), keyOf(b))) };
}

const NO_FIGURES = { position: { lat: 0, lon: 0 }, areaKm2: 0, radiusMeters: 0 };

/** Completes the successors of divided wards, and puts the one at the former centre first. */
async function orderDivided(
  file: string,
  formerWards: FormerWard[],
  indexOf: ReadonlyMap<string, number>,
): Promise<void> {
  const index = createFormerIndex(formerWards);
  for (const row of parse<Record<string, string>>(await readFile(file), { columns: true, bom: true })) {
    const { ward: fullName = '', district = '', province = '' } = row;
    const codes = [row.successor_at_centre ?? '', ...(row.successor_ward_codes ?? '').split(/[ |]/)];
    const became = codes.map((code) => indexOf.get(code)).filter((ward) => ward !== undefined);
    const known = index.find({ fullName, district, province });
    if (known !== undefined) known.wards = [...new Set([became[0] as number, ...known.wards, ...became])];
    else {
      const names = index.adopt({ fullName, district, province });
      const added = { ...names, code: '', wards: [...new Set(became)] };
      index.add(added);
      formerWards.push(added);
    }
  }
}

function keyOf({
  province,
  district,
  fullName,
}: {
  province: string;
  district: string;
  fullName: string;
}): string {
  return [province, district, fullName].join('\n');
}

/** Compares by code point, which no locale changes. */
function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
