import { describe, expect, it } from 'vitest';
import { keysOfName } from './name-keys.ts';

describe('keysOfName', () => {
  it.each([
    ['Đường Lê Lợi', ['duong le loi']],
    ['BV. Chợ Rẫy', ['bv cho rai', 'benh vien cho rai']],
    ['Đường 3/2', ['duong 3 2', '3 2', '3 thang 2']],
    ['Ba Tháng Hai', ['ba thang hai', '3 2', '3 thang 2']],
    ['Cách Mạng Tháng Tám', ['cach mang thang tam', 'cach mang thang 8']],
    ['Cách Mạng Tháng 8', ['cach mang thang 8', 'cach mang thang tam']],
    ['…', []],
  ])('%s', (name, keys) => {
    expect(keysOfName(name)).toEqual(keys);
  });
});
