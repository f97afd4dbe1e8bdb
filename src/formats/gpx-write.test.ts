import { SaxesParser } from 'saxes';
import { expect, it } from 'vitest';
import { encodeRoutes, GPX_FRAME } from './gpx-write.ts';

it('routes are well-formed whatever a name contains, with every place in order', () => {
  const places = [10, 10.01, -0.0000001].map((lat) => ({
    position: { lat, lon: 106 },
    name: `${lat} <&> "x"`,
  }));
  const names: string[] = [];
  const lats: string[] = [];
  const parser = new SaxesParser({ xmlns: true });
  parser.on('opentag', ({ name, attributes: { lat } }) => {
    if (name === 'rtept') lats.push(lat?.value ?? '');
  });
  parser.on('text', (text) => {
    if (text.trim() !== '') names.push(text);
  });
  parser.on('error', (error) => {
    throw error;
  });
  const text = encodeRoutes([
    { name: 'a & b \u0007\ud800', places },
    { name: 'none', places: [] },
  ]);
  parser.write(GPX_FRAME.head + text + GPX_FRAME.tail).close();
  expect(lats).toEqual(['10.000000', '10.010000', '-0.000000']);
  expect(names).toEqual(['a & b \ufffd\ufffd', ...places.map(({ name }) => name), 'none']);
});
