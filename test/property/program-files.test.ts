// What programs write, 20 files of each kind: the addresses that a geocoding run reads of them, and what it says.
import { describe, expect, it } from 'vitest';
import type { GeomillError } from '../../src/base/errors/geomill-error.ts';
import { addressTemplate } from '../../src/run/stages/find-columns.ts';
import { houseOfDate } from '../../src/run/stages/house-of-date.ts';
import { compileTemplate } from '../../src/run/stages/template.ts';
import { readInput } from '../support/formats.ts';
import { drawProgramFile, PROGRAM_KINDS, type ProgramFile } from '../support/program-files.ts';

const SEEDS = Array.from({ length: 20 }, (_, at) => 5400 + at);

async function addressesOf({ name, bytes, text }: ProgramFile) {
  const { layout, good, bad } = await readInput(bytes, name);
  const template = compileTemplate(text ?? addressTemplate(layout.columns) ?? '', layout.columns);
  if ('faults' in template) throw new Error(layout.columns.join());
  const addresses = good.map(({ cells }) => template.render(cells));
  return {
    addresses: addresses.map((address) => houseOfDate(address)?.text ?? address),
    said: layout.findings.map(({ code }) => code),
    bad,
  };
}

describe('the files of', () => {
  it.each(Object.keys(PROGRAM_KINDS))('%s', async (kind) => {
    for (const seed of SEEDS) {
      const file = await drawProgramFile(kind, seed);
      if (file.refused !== undefined) {
        const error = await addressesOf(file).catch((fault: unknown) => fault);
        expect((error as GeomillError).message).toContain(file.refused);
        continue;
      }
      const read = await addressesOf(file);
      expect({ seed, addresses: read.addresses }).toEqual({ seed, addresses: file.addresses });
      expect(read.said).toEqual(expect.arrayContaining([...file.said]));
      // A note about rows that are left out is for files with such rows.
      if (!file.said.includes('input.legendRow')) expect(read.said).not.toContain('input.legendRow');
      expect(read.bad).toHaveLength(file.bad ?? 0);
    }
  });
});
