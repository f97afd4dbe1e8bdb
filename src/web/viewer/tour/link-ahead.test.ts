import { expect, it } from 'vitest';
import { linkAhead, linkHeading } from './link-ahead.ts';

const north = { nodeId: 'north', gps: [105, 21.001] as [number, number] };
const east = { nodeId: 'east', gps: [105.001, 21] as [number, number] };
const node = { gps: [105, 21] as [number, number], links: [north, east] };

it('the link that a view faces is the nearest one to its heading, over north too', () => {
  expect(linkAhead(node, 350)?.nodeId).toBe('north');
  expect(linkAhead(node, 46)?.nodeId).toBe('east');
  expect(linkAhead(node, -310)?.nodeId).toBe('east');
  expect(linkAhead(node, 200)).toBeUndefined();
  expect(linkAhead({ links: [{ nodeId: 'somewhere' }] }, 0)).toBeUndefined();
});

it('a link by hand has the direction of its position', () => {
  expect(linkHeading({}, { nodeId: 'a', position: { yaw: Math.PI / 2, pitch: 0 } })).toBeCloseTo(90, 9);
  expect(linkHeading({}, { nodeId: 'a', position: { yaw: '242deg', pitch: 0 } })).toBe(242);
  expect(linkHeading({}, { nodeId: 'a', position: { yaw: '1rad', pitch: 0 } })).toBeUndefined();
});
