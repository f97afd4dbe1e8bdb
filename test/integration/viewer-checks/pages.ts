import { OBSERVERS } from './observers.ts';

const PRELUDE = `
  const { Photo, adapter, plugins } = GeomillViewer;
  window.plugins = plugins;
  window.calls = {};
  const record = (name, answer) => (...values) => { (calls[name] ??= []).push(values); return answer?.(...values); };
  const container = document.querySelector('#viewer');
  const make = async (options) => {
    window.photo = new Photo({ apiKey: '', container, adapter: adapter.PhotoAdapter, plugins: [], ...options });
    window.psv = photo.viewer;
    window.of = (id) => photo.getPlugin(id);
    await Promise.race([photo.ready.catch(() => undefined), new Promise((done) => setTimeout(done, 5000))]);
  };
  const handmade = async () => {
    const { features } = await (await fetch('/imagery/v1/search?limit=100')).json();
    const drive = features.filter((one) => one.properties['original_file:name'].startsWith('drive-2025')).sort((a, b) => a.properties.datetime < b.properties.datetime ? -1 : 1);
    return drive.slice(0, 3).map(({ id, geometry, properties }, index) => ({
      id: 'abc'[index],
      panorama: { baseUrl: '/imagery/v1/pictures/' + id + '/thumb.webp', width: 2048, cols: 4, rows: 2, tileUrl: (col, row) => '/imagery/v1/pictures/' + id + '/tiles/' + col + '_' + row + '.webp' },
      name: 'Node ' + 'ABC'[index],
      caption: 'Caption ' + 'ABC'[index],
      description: 'Description ' + 'ABC'[index],
      sphereCorrection: { pan: -properties['view:azimuth'] + 'deg' },
      gps: geometry.coordinates,
      links: [0, 1, 2].filter((other) => Math.abs(other - index) === 1).map((other) => ({ nodeId: 'abc'[other], position: { yaw: other > index ? '242deg' : '62deg', pitch: 0 } })),
      thumbnail: '/imagery/v1/pictures/' + id + '/thumb.webp',
      data: { capturedAt: properties.datetimetz },
    }));
  };
`;

const DEFAULTS = `make({ plugins: [plugins.CompassPlugin, plugins.PlanPlugin, [plugins.VirtualTourPlugin, { nodes: await handmade() }], plugins.TrackPlugin, plugins.ViewModePlugin] })`;

const SET = `(async () => {
  const nodes = await handmade();
  Object.assign(nodes[0], {
    markers: [{ id: 'mark', circle: 20, position: { yaw: '242deg', pitch: '-20deg' } }],
    panoData: { poseHeading: 10 },
    plan: false,
    map: { x: 400, y: 300 },
  });
  Object.assign(nodes[1], { plan: { color: 'rgb(1, 2, 3)' } });
  window.element = document.createElement('div');
  await make({
    apiKey: 'KEY',
    adapter: [adapter.PhotoAdapter, { showErrorTile: false, baseBlur: false, resolution: 32, shouldGoFast: record('shouldGoFast', () => false) }],
    loadingImg: 'icon.svg', defaultZoomLvl: 20, defaultYaw: '90deg', defaultPitch: '-10deg', language: 'vi', deepLink: true, panel: false,
    dates: { from: '2024-01-01' }, imageryUrl: '/imagery/v1/',
    lang: { zoomIn: 'Nearer', hintWheel: 'Turn the wheel <b>' },
    plugins: [
      [plugins.CompassPlugin, { size: '90px', position: 'bottom right', backgroundSvg: '<svg id="dial" viewBox="0 0 1 1"></svg>', coneColor: 'rgb(10, 250, 10)', navigation: false, navigationColor: 'rgb(250, 0, 250)', hotspots: [{ yaw: '0deg', pitch: 0 }], hotspotColor: 'rgb(0, 0, 250)', className: 'my-compass' }],
      [plugins.PlanPlugin, { coordinates: [105.7751761, 21.0314951], bearing: '90deg', size: { width: '200px', height: '150px' }, position: 'top right', visibleOnLoad: false, pinImage: 'icon.svg', pinSize: 50, enabledLocate: true,
        onMaximized: record('onMaximized'), onMinimize: record('onMinimize'), onChangeCenter: record('onChangeCenter'), spotStyle: { color: 'rgb(9, 9, 9)', size: 11 }, defaultZoom: 17,
        layers: [{ urlTemplate: '/viewer/icon.svg?{z}-{x}-{y}', name: 'one' }, { urlTemplate: '/viewer/icon.svg?b{z}-{x}-{y}', name: 'two' }], hotspots: [{ id: 'spot', coordinates: [105.7751, 21.0315], tooltip: '<b>spot</b>' }], buttons: { close: false } }],
      [plugins.VirtualTourPlugin, { dataMode: 'client', positionMode: 'gps', renderMode: '3d', nodes, onLoadNode: record('onLoadNode'), startNodeId: 'b', preload: record('preload', () => true), speed: '11rpm',
        transitionOptions: record('transition', () => ({ showLoader: false, zoomTo: 33, fadeIn: false, rotation: false })), linksOnCompass: false,
        getLinkTooltip: record('tooltip', (content) => content + '!'), arrowStyle: { className: 'my-arrow', size: { width: 70, height: 70 } }, arrowPosition: 'top',
        arrowsPosition: { minPitch: 0.5, maxPitch: 1.2, linkOverlapAngle: 0.6, linkPitchOffset: -0.3 }, map: { imageUrl: 'icon.svg', size: { width: 800, height: 600 }, extent: [105.774, 21.031, 105.776, 21.032] } }],
      [plugins.TrackPlugin, { lines: [{ points: [[105.7745, 21.0311], [105.7752, 21.0315]], color: 'rgb(200, 0, 0)', width: 7, name: '<i>line' }], points: [{ coordinates: [105.7751, 21.0314], name: 'point' }], cameraHeightMeters: 4 }],
      [plugins.ViewModePlugin, { size: '60px', position: 'bottom left', className: 'my-mode other' }],
    ],
  });
  window.planWasOpen = !document.querySelector('.psv-plan').classList.contains('psv-plan--collapsed');
})()`;

const tourOnly = (options: string, more = '') =>
  `make({ plugins: [[plugins.CompassPlugin, { navigationColor: 'rgb(250, 0, 250)' }], plugins.PlanPlugin, [plugins.VirtualTourPlugin, ${options}]], ${more} })`;

const SCRIPTS: Readonly<Record<string, string>> = {
  defaults: DEFAULTS,
  set: SET,
  server: `make({ apiKey: 'K1', plugins: [plugins.PlanPlugin, [plugins.VirtualTourPlugin, { dataMode: 'server', positionMode: 'gps', apiKey: 'K2', updateCoordinatesPlan: false, arrowEnabled: false }]] })`,
  fetched: `handmade().then((nodes) => ${tourOnly("{ dataMode: 'server', startNodeId: 'c', preload: false, speed: '12rpm', getNode: record('getNode', (id) => nodes.find((one) => one.id === id)), transitionOptions: { fadeIn: false } }", "imageryUrl: '/elsewhere/v1/'")})`,
  markers: `handmade().then((nodes) => ${tourOnly("{ nodes, positionMode: 'gps', renderMode: 'markers', markerStyle: { image: 'icon.svg', className: 'my-marker' }, markerPitchOffset: -0.4 }")})`,
  flatArrows: `handmade().then((nodes) => ${tourOnly("{ nodes, renderMode: '2d', transitionOptions: { speed: 700 } }", 'defaultZoomLvl: 20')})`,
  only: `make({ panorama: (await handmade())[0].panorama, navbar: false, plugins: [[plugins.ViewModePlugin, { onlyMode: 'fly' }], [plugins.PlanPlugin, { coordinates: [105.775, 21.031], hotspots: [{ id: 'spot', coordinates: [105.7751, 21.0315], tooltip: '<b>spot</b>', image: 'icon.svg', hoverImage: 'icon.svg?hover' }], configureLeaflet: (map) => { window.leaflet = map; } }], [plugins.TrackPlugin, { lines: [{ points: [[105, 21], [106, 22]] }], onPlan: false, onPicture: false }]] })`,
  levels: `handmade().then(([{ panorama }]) => make({ panorama: { ...panorama, width: 8192, levels: [{ width: 8192, cols: 4, rows: 2 }, { width: 4096, cols: 1, rows: 1 }],
    tileUrl: (col, row, level) => level === 0 ? panorama.baseUrl.replace('thumb', 'sd') : panorama.tileUrl(col, row) } }))`,
  mapped: `handmade().then((nodes) => make({ plugins: [[plugins.PlanPlugin, { defaultZoom: 19 }], [plugins.VirtualTourPlugin, {
    nodes: nodes.map(({ gps, ...node }, index) => ({ ...node, map: { x: 200 * (index + 1), y: 150 * (index + 1) } })),
    map: { imageUrl: 'icon.svg', size: { width: 800, height: 600 }, extent: [105.774, 21.031, 105.776, 21.032] } }]] }))`,
  narrow: DEFAULTS,
  broken: `make({ panorama: { baseUrl: '/none.jpg', width: 2048, cols: 4, rows: 2, tileUrl: () => null }, lang: { loadError: 'Broken <b>', loading: 'Wait <b>' } })`,
  whole: `make({ panorama: (await handmade())[0].panorama })`,
  // Nothing can be checked behind it.
  destroyed: `make({ panorama: (await handmade())[0].panorama })`,
  brokenTiles: `handmade().then(([{ panorama }]) => make({ adapter: [adapter.PhotoAdapter, { showErrorTile: false }], panorama: { ...panorama, tileUrl: () => '/none.webp' } }))`,
  withoutWebGl: `make({ panorama: (await handmade())[0].panorama, lang: { webglError: 'No WebGL <b>' } })`,
};

/** The names of the pages on which checks are made. */
export const PAGES = Object.keys(SCRIPTS);

/** Returns the script of a page. Shape: `made` resolves when its viewer shows a picture. */
export function pageScript(name: string): string {
  return `${PRELUDE}${OBSERVERS}\nwindow.made = (async () => { await ${SCRIPTS[name]!}; })();`;
}
