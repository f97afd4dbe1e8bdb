import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { rolldown } from 'rolldown';
import { expect, it } from 'vitest';
import { TILES_DRAWN } from '../support/viewer-script.ts';
import { DRIVE_PICTURES } from '../support/street-pictures.ts';
import { BLANK_PAGE, describeViewer } from '../support/viewer-site.ts';
import { positionOf } from '../../tools/street/street.ts';

describeViewer('The examples of the viewer', (site) => {
  it('in plain HTML show the picture nearest to the place', async () => {
    const body = await readFile('docs/examples/viewer-plain.html', 'utf8');
    const viewer = await site().open('/viewer/example.html', {
      before: (page) =>
        page.route('**/viewer/example.html', (route) => route.fulfill({ contentType: 'text/html', body })),
    });
    await viewer.run('photo.ready');
    await expect.poll(() => viewer.run('photo.getCurrentNode()?.gps?.length')).toBe(2);
    expect(await viewer.run('Math.abs(photo.getCurrentNode().gps[1] - 21.0313) < 0.0002')).toBe(true);
    await viewer.shoot('example-plain');
    expect(viewer.faults.filter((fault) => !fault.includes('favicon') && !fault.includes('404'))).toEqual([]);
    await viewer.close();
  });

  it('show pictures of a server that allows the origin of the page', async () => {
    const { address } = site();
    const [first] = DRIVE_PICTURES;
    const { lat, lon } = positionOf(first!.at);
    const body = `<!doctype html><title>elsewhere</title><link rel="icon" href="data:,"><link rel="stylesheet" href="${address}/viewer/geomill-viewer.css">
      <div id="viewer" style="height: 400px"></div><script src="${address}/viewer/geomill-viewer.classic.js"></script><script>
      window.photo = new GeomillViewer.Photo({ apiKey: '', container: document.querySelector('#viewer'), adapter: GeomillViewer.adapter.PhotoAdapter,
        plugins: [[GeomillViewer.plugins.VirtualTourPlugin, { dataMode: 'server', positionMode: 'gps' }]] });
      photo.setCurrentLatLng({ lat: ${lat}, lng: ${lon} });</script>`;
    const other = createServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end(body);
    });
    await new Promise<void>((done) => other.listen(0, '127.0.0.1', done));
    const origin = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
    const viewer = await site().open('/', { origin });
    await viewer.run('photo.ready');
    await expect.poll(() => viewer.run('photo.getCurrentNode()?.id')).toBe(first!.id);
    await viewer.run(TILES_DRAWN);
    expect(await viewer.run('location.origin')).toBe(origin);
    expect(viewer.faults).toEqual([]);
    await viewer.close();
    await new Promise((done) => other.close(done));
  });

  it('with React follow the position, and leave nothing behind', async () => {
    const script = await bundleReact();
    const viewer = await site().open(BLANK_PAGE, { script });
    const [first, , , , later] = DRIVE_PICTURES;
    for (const { id, at } of [first!, later!]) {
      const { lat, lon } = positionOf(at);
      await viewer.run(`show({ lat: ${lat}, lng: ${lon} })`);
      await expect.poll(() => viewer.run('shown.at(-1)'), { timeout: 15_000 }).toBe(id);
    }
    expect(await viewer.page.locator('.psv-container').count()).toBe(1);
    await viewer.run('leave()');
    expect(await viewer.page.locator('.psv-container, .gm-viewer-status').count()).toBe(0);
    expect(viewer.faults).toEqual([]);
    await viewer.close();
  });
});

/** Builds the page with React and with the library as it is published. */
async function bundleReact(): Promise<string> {
  const build = await rolldown({
    input: 'test/support/react-page.js',
    // The library finds out by itself where there is no `import.meta`.
    checks: { emptyImportMeta: false },
    platform: 'browser',
    resolve: { alias: { '@geomill/viewer': resolve('dist/viewer/geomill-viewer.js') } },
    transform: { define: { 'process.env.NODE_ENV': '"production"' } },
  });
  const { output } = await build.generate({ format: 'iife', codeSplitting: false });
  await build.close();
  return output[0].code;
}
