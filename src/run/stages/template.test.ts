import { describe, expect, it } from 'vitest';
import { compileTemplate } from './template.ts';
import { inEnglish } from '../../../test/support/in-english.ts';

const columns = ['address', 'ward', '__proto__', 'city'];

function render(text: string, cells: readonly unknown[]): string {
  const template = compileTemplate(text, columns);
  if ('faults' in template) throw new Error(JSON.stringify(template.faults));
  return template.render(cells);
}

describe('compileTemplate', () => {
  it('puts the cells in', () => {
    expect(render('{address}, {ward}, {city}', ['1 Lê Lợi', 'Bến Nghé', '', 'HCM'])).toBe(
      '1 Lê Lợi, Bến Nghé, HCM',
    );
  });

  it('leaves out parts that come out empty and folds white space', () => {
    expect(render('{address}, {ward}, {city}', ['  1  Lê\nLợi ', '', null, undefined])).toBe('1 Lê Lợi');
    expect(render('{address}, {ward}, {city}', ['', ' ', 0, 'HCM'])).toBe('HCM');
    expect(render('{address}, {city}', ['', '', '', ''])).toBe('');
    expect(render('{address}', [' , 1 Lê Lợi,, Bến\u00a0Nghé , '])).toBe('1 Lê Lợi, Bến Nghé');
  });

  it('names a member of a nested object by its path', () => {
    const template = compileTemplate('{customer.address.line1}, {a.b.c}, {list.0.city}', [
      ...['customer', 'a.b', 'list'],
    ]);
    if ('faults' in template) throw new Error('faults');
    expect(template.columns).toEqual(['customer', 'a.b', 'list']);
    const cells = [{ address: { line1: '86 Bát Đàn' } }, { c: 'Hoàn Kiếm' }, [{ city: 'Hà Nội' }]];
    expect(template.render(cells)).toBe('86 Bát Đàn, Hoàn Kiếm, Hà Nội');
    expect(template.render([{ address: null }, 'text', {}])).toBe('');
    expect(compileTemplate('{ward.constructor.name}', columns)).not.toHaveProperty('faults');
    expect(render('{ward.constructor.name}', ['', {}, '', ''])).toBe('');
    expect(compileTemplate('{city_.x}', columns)).toHaveProperty('faults');
  });

  it('keeps commas inside a cell', () => {
    expect(render('{address}', ['1 Lê Lợi, Bến Nghé'])).toBe('1 Lê Lợi, Bến Nghé');
  });

  it('reads columns named like members of Object.prototype', () => {
    expect(render('{__proto__}', ['a', 'b', 'c', 'd'])).toBe('c');
    expect(compileTemplate('{constructor}', columns)).toHaveProperty('faults');
  });

  it('names every placeholder that is no column, and the nearest one', () => {
    const template = compileTemplate('{Address}, {xã}', columns);
    expect(inEnglish(template)).toEqual({
      faults: [
        'there is no column "Address": did you mean "address"?',
        expect.stringContaining('there is no column "xã": the input has "address", "ward"'),
      ],
    });
  });

  it('refuses a text without a placeholder: every row would ask the same', () => {
    expect(inEnglish(compileTemplate('address', columns))).toEqual({
      faults: [expect.stringContaining('names no column')],
    });
  });
});
