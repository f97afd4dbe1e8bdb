import { describe, expect, it } from 'vitest';
import { dateInterval } from './date-interval.ts';

describe('dateInterval', () => {
  it('covers whole days of Viet Nam, and open sides', () => {
    expect(dateInterval({})).toEqual({});
    expect(dateInterval({ from: '', to: '' })).toEqual({});
    expect(dateInterval({ to: '2024-02-29' })).toEqual({ datetime: '../2024-02-29T23:59:59+07:00' });
    expect(dateInterval({ from: '2024-01-01', to: '2024-01-01' })).toEqual({
      datetime: '2024-01-01T00:00:00+07:00/2024-01-01T23:59:59+07:00',
    });
  });

  it.each(['1.2.2024', '2024-13-01', '2024-01-01/..'])('refuses %s', (from) => {
    expect(() => dateInterval({ from })).toThrow(RangeError);
  });
});
