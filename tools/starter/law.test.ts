import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { readUnitHistory } from '../../src/engine/gazetteer/units/unit-history.ts';
import { readAddressTables } from './address-tables.ts';
import { readGazetteer } from './gazetteer.ts';
import { buildLawTables, newestDayOf, readLawFacts, renameUnits, type Amendment } from './law.ts';

const LAW = fileURLToPath(new URL('law', import.meta.url));
const INVENTED: Amendment = {
  ...{ effective: '2027-03-01', decree: '999/NQ-UBTVQH16', level: 'ward', code: '07294' },
  ...{ before: 'Phường Bố Hạ', after: 'Phường Cầu Gồ' },
};

it('takes a later decree from rows of the amendments alone', async () => {
  const facts = await readLawFacts(LAW);
  const amendments = [...facts.amendments, INVENTED];
  const history = readUnitHistory(
    buildLawTables(readGazetteer(readAddressTables()), { ...facts, amendments }),
  );
  expect(history.newestDay).toBe('2027-03-01');
  expect(newestDayOf(amendments)).toBe('2027-03-01');
  expect(history.lastDecree).toEqual({
    id: '999/NQ-UBTVQH16',
    effective: '2027-03-01',
    title: 'Phường Bố Hạ thành Phường Cầu Gồ',
  });
  expect(history.unitOf('ward', '07294', '2027-02-28')?.fullName).toBe('Phường Bố Hạ');
  const unit = history.unitOf('ward', '07294', '2027-03-01');
  expect(unit?.fullName).toBe('Phường Cầu Gồ');
  expect(unit && history.edgesTo(unit)[0]?.kind).toBe('renamed');
  const table = Buffer.from('code,name,full_name,type,rest\n07294,Bố Hạ,Xã Bố Hạ,Xã,24\n');
  expect(renameUnits(table, 'ward', amendments).toString()).toContain('07294,Cầu Gồ,Phường Cầu Gồ,Phường,24');
});

it('refuses a decree about a unit that is not called so', async () => {
  const facts = await readLawFacts(LAW);
  const amendments = [...facts.amendments, { ...INVENTED, before: 'Xã Bố Hạ' }];
  expect(() => buildLawTables(readGazetteer(readAddressTables()), { ...facts, amendments })).toThrow(
    /999\/NQ-UBTVQH16 of 2027-03-01 changes ward 07294, Xã Bố Hạ; in force then: Phường Bố Hạ from 2026-09-20/,
  );
});
