import { describe, expect, it } from 'vitest';
import { foldCode } from '../../base/text/fold.ts';
import { createTextStore, foldText } from './row-texts.ts';

describe('the texts of the rows', () => {
  it('are folded as by the geocoder, character by character', () => {
    for (let code = 0; code < 0xd800; code += 1)
      expect(foldText(String.fromCharCode(code)), String(code)).toBe(code === 10 ? '\n' : foldCode(code));
    expect(foldText('Đ½ỡ\nＡæ…')).toBe('d1/2o\naae...');
  });

  it('are found by all words of a question, in any column', async () => {
    const columns = [
      ['A1', 'A2'],
      ['86 Bát Đàn', '86 Hàng Bồ'],
      ['Hà Nội', ''],
    ];
    const store = createTextStore(2, () => Promise.resolve(columns));
    await store.prepare();
    expect(store.search('bat dan hà nội')).toEqual(Uint8Array.of(1, 0));
    expect(store.search('86')).toEqual(Uint8Array.of(1, 1));
    expect(store.search(' ')).toBeUndefined();
  });
});
