import { describe, expect, it } from 'vitest';
import { directionName } from '../../../base/geo/direction-name.ts';
import { textsIn } from '../context/texts.ts';
import { statusText } from './status-line.ts';

const { t } = textsIn('en');
const panorama = { width: 2, cols: 1, rows: 1, tileUrl: () => null };

describe('the status line', () => {
  it('has day, producer and direction, the day once', () => {
    const data = { capturedAt: '2025-10-07T15:40:00+07:00', producer: 'Someone' };
    const node = { id: 'a', panorama, name: '2025-10-07', data };
    expect(statusText(t, node, 359.7)).toBe('2025-10-07 · Someone · facing north, 0°');
    expect(statusText(textsIn('vi').t, { ...node, name: 'Cổng' }, 135)).toBe(
      'Cổng · 2025-10-07 · Someone · nhìn về hướng đông nam, 135°',
    );
  });

  it('cuts long names, between characters', () => {
    const text = statusText(t, { id: 'a', panorama, name: '😀'.repeat(200) }, undefined);
    expect(text).toBe(`${'😀'.repeat(80)}…`);
  });

  it('is empty without a picture', () => {
    expect(statusText(t, undefined, undefined)).toBe('');
  });

  it('names the nearest of eight directions', () => {
    expect(
      [0, 22, 23, 180, 337, 338, -90].map((degrees) => t(`direction.${directionName(degrees)}`)),
    ).toEqual(['north', 'north', 'north-east', 'south', 'north-west', 'north', 'west']);
  });
});
