import { expect, it } from 'vitest';
import { inEnglish } from '../../../../test/support/in-english.ts';
import { noColumnLike } from '../../stages/find-columns.ts';
import { isUnknownAddress, withLikeliest } from './sample-facts.ts';

const saidOf = (columns: string[], ...cells: unknown[][]) => {
  const fault = { stage: 'geocode', option: 'text', message: noColumnLike('address', columns) };
  expect(isUnknownAddress(fault)).toBe(true);
  const rows = cells.map((each, at) => ({ number: at + 1, cells: each }));
  const [found] = withLikeliest([fault], { columns, rows, rejected: 0 });
  return inEnglish(found!.message);
};

it('names the members of objects, and the template of their address', () => {
  const customer = { name: 'A', address: { line1: '86 Bát Đàn', ward: 'Cửa Đông', city: 'Hà Nội' } };
  const said = saidOf(['id', 'customer'], [1, customer], [2, { name: 'B' }]);
  expect(said).toContain('"id", "customer.name", "customer.address.line1"');
  expect(said).toContain(
    'text: "{customer.address.line1}, {customer.address.ward}, {customer.address.city}"',
  );
});

it('names the column whose values look like addresses, else lists what there is', () => {
  expect(saidOf(['a', 'b'], ['x', '12 Lê Lợi, Huế'], ['y, z', ''])).toContain('the likeliest is {b}');
  expect(saidOf(['a', 'b'], ['x', 'y'], ['1,50', '0901234567'])).toContain('among "a", "b": name it');
});
