import { describe, expect, it } from 'vitest';
import { createBuilderReason } from './build-road-tiles.ts';

const INFO = '2026/11/22 15:37:44.231528 \u001b[32;1m[INFO]\u001b[0m Parsing ways...\n';
const USAGE = `Unable to open config file /x/valhalla.json

valhalla_build_tiles 3.6.1

a program that creates the route graph

Usage:
  valhalla_build_tiles [OPTION...] OSM PBF file(s)

  -h, --help               Print this help message.
  -j, --concurrency arg    Number of threads to use. Defaults to all
                           threads.
`;

describe('the reason of a failed tile builder', () => {
  it.each([
    ['an argument', USAGE, 'Unable to open config file /x/valhalla.json'],
    [
      'an exception',
      `${INFO.repeat(9)}terminate called after throwing an instance of 'osmium::pbf_error'\n  what():  PBF error: invalid BlobHeader size\n${INFO}`,
      "terminate called after throwing an instance of 'osmium::pbf_error' what():  PBF error: invalid BlobHeader size",
    ],
    [
      'an error line',
      '2026/11/22 15:37:44.1 \u001b[31;1m[ERROR]\u001b[0m Input files required',
      'Input files required',
    ],
    [
      'a tile',
      '2026/11/30 05:38:03.8 [WARN] Time zone db  not found.\n2026/11/30 05:38:05.4 [ERROR] Failed tile 2/640509/0: vector::_M_range_check\n',
      'Failed tile 2/640509/0 (latitude 21 to 21.25, longitude 107.25 to 107.5): vector::_M_range_check',
    ],
    ['nothing', INFO, ''],
  ])('is what it says about %s', (_, output, reason) => {
    for (const size of [1, 7, output.length]) {
      const collected = createBuilderReason();
      for (let at = 0; at < output.length; at += size) collected.add(output.slice(at, at + size));
      expect(collected.text()).toBe(reason);
    }
  });

  it('is bounded', () => {
    const collected = createBuilderReason();
    collected.add('x'.repeat(100_000));
    for (let line = 0; line < 1000; line++) collected.add(`\nfailure ${line}`);
    expect(collected.text()).toBe('failure 995 failure 996 failure 997 failure 998 failure 999');
  });
});
