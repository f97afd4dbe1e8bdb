import { textsIn } from '../../../src/web/viewer/context/texts.ts';
import type { ViewerTexts } from '../../../src/web/viewer/public-texts.ts';
import type { Checks } from './check.ts';
import { showsNode, showsUncorrected } from './scene-looks.ts';

const refuses = (options: string) =>
  `(() => { try { new GeomillViewer.Photo(${options}); return false; } catch (error) { return error instanceof TypeError; } })()`;
const BASE =
  "apiKey: '', container: document.createElement('div'), adapter: GeomillViewer.adapter.PhotoAdapter, plugins: []";

/** Buttons of the toolbar, by their title. */
const button = (title: string) => `document.querySelector('.psv-navbar [title="${title}"]') !== null`;
/** Shows a hint as a gesture does, and returns whether it has the text. */
const hint = (option: string, gesture: string, text: string) =>
  `(async () => { psv.setOption('${option}', true); ${gesture}; const isSaid = await until(() => document.querySelector('.psv-overlay').textContent.includes(${text})); psv.setOption('${option}', false); psv.overlay.hide(); return isSaid; })()`;
const WHEEL = "psv.container.dispatchEvent(new WheelEvent('wheel', { deltaY: 5, bubbles: true }))";
const TOUCH = `for (const type of ['touchstart', 'touchmove']) { const touches = [new Touch({ identifier: 1, target: psv.container, clientX: type === 'touchmove' ? 200 : 300, clientY: 300 })]; psv.container.dispatchEvent(new TouchEvent(type, { touches, targetTouches: touches, changedTouches: touches, bubbles: true, cancelable: true })); }`;
const HOVER = "psv.container.dispatchEvent(new PointerEvent('pointerenter', { pointerType: 'mouse' }))";
const notified = (text: string) =>
  `document.querySelector('.psv-notification').textContent.includes(${text})`;
const BROKEN = "{ baseUrl: '/none.jpg', width: 2048, cols: 4, rows: 2, tileUrl: () => null }";
/** Whether the adapter refuses a picture without a member. */
const needs = (member: string) =>
  `(({ ${member}, ...panorama }) => psv.adapter.loadTexture(panorama, false).then(() => false, () => true))(psv.config.panorama)`;
const withLang = (name: string) => `lang: { ${name}: 'Other text' }`;

/** Plugins of a tour over the imagery search. */
const SERVER_TOUR = "[[plugins.VirtualTourPlugin, { dataMode: 'server', positionMode: 'gps' }]]";
const english = (name: keyof ViewerTexts) => JSON.stringify(textsIn('en').viewer[name]);

const titled = (name: keyof ViewerTexts) => ({
  [`lang.${name}`]: {
    on: 'flatArrows',
    works: `(photo.setLang({ ${name}: 'Other text' }), document.querySelector('.psv-navbar [title="Other text"]') !== null && (photo.setLang({ ${name}: ${english(name)} }), true))`,
    initial: button(textsIn('en').viewer[name]),
  },
});

/** The checks of Photo, its texts, its picture and the adapter. */
export const PHOTO_CHECKS: Checks = {
  'Photo.apiKey': {
    on: 'server',
    works: `second({ apiKey: 'K9', plugins: ${SERVER_TOUR} }, () => requested(/search\\?.*apikey=K9/) && requested(/thumb\\.webp\\?apikey=K9/))`,
    initial: refuses(`{ ${BASE}, apiKey: undefined }`),
  },
  'Photo.container': {
    works: "document.querySelector('#viewer > .psv-container') !== null",
    initial: refuses(`{ ${BASE}, container: null }`),
  },
  'Photo.adapter': {
    works: 'psv.adapter instanceof GeomillViewer.adapter.PhotoAdapter',
    initial: refuses(`{ ${BASE}, adapter: undefined }`),
  },
  'Photo.plugins': {
    works: "['compass', 'plan', 'virtual-tour', 'track', 'view-mode'].every((id) => of(id))",
    initial: refuses(`{ ${BASE}, plugins: undefined }`),
  },
  'Photo.lang': { works: button('Nearer'), initial: button('Zoom in') },
  'Photo.navbar': {
    on: 'only',
    works: "!document.querySelector('.psv-navbar--open')",
    initial: "document.querySelector('.psv-navbar--open') !== null",
  },
  'Photo.panorama': {
    on: 'whole',
    works: `until(() => photo.getCurrentNode() === undefined && psv.state.ready).then((isShown) => isShown && ${showsUncorrected()})`,
  },
  'Photo.loadingImg': {
    works: "document.querySelector('.psv-loader img')?.src.endsWith('icon.svg') === true",
  },
  'Photo.defaultZoomLvl': {
    on: 'flatArrows',
    works: 'Math.round(photo.getView().zoom) === 20',
    initial: 'Math.round(photo.getView().zoom) === 50',
  },
  'Photo.defaultYaw': {
    works: 'Math.round(photo.getView().headingDegrees) === 90',
    initial: 'photo.getView().headingDegrees === 0',
  },
  'Photo.defaultPitch': {
    works: 'Math.round(photo.getView().pitchDegrees) === -10',
    initial: 'photo.getView().pitchDegrees === 0',
  },
  'Photo.imageryUrl': {
    on: 'fetched',
    works:
      'photo.setCurrentLatLng({ lat: 21.03, lng: 105.77 }).catch(() => 0).then(() => requested(/:\\/\\/[^/]*\\/elsewhere\\/v1\\/search\\?/))',
    initial: `second({ plugins: ${SERVER_TOUR} }, () => requested(/:\\/\\/[^/]*\\/imagery\\/v1\\/search\\?limit=1$/))`,
  },
  'Photo.language': {
    works:
      'document.querySelector(\'[title="Phóng to"], [title="Nearer"]\') && document.querySelector(\'.psv-navbar [title="Thu nhỏ"]\') !== null',
    initial: button('Zoom out'),
  },
  'Photo.deepLink': { works: "location.hash.startsWith('#picture=')", initial: "location.hash === ''" },
  'Photo.panel': {
    works: "!document.querySelector('.gm-viewer-panel')",
    initial: "document.querySelector('.gm-viewer-panel') !== null",
  },
  'Photo.dates': {
    on: 'server',
    works: `second({ plugins: ${SERVER_TOUR}, dates: { to: '2024-01-01' } }, (other) => other.getCurrentNode()?.data.capturedAt.startsWith('2023'))`,
    initial: `second({ plugins: ${SERVER_TOUR} }, async (other) => (await other.getOtherDates()).length === 1)`,
  },

  'lang.zoom': {
    on: 'defaults',
    works: `second({ ${withLang('zoom')} }, (other, element) => element.querySelector('.psv-zoom-range')?.title === 'Other text')`,
    initial: "document.querySelector('.psv-zoom-range').title === 'Zoom'",
  },
  ...titled('zoomOut'),
  ...titled('zoomIn'),
  ...titled('moveUp'),
  ...titled('moveDown'),
  ...titled('moveLeft'),
  ...titled('moveRight'),
  ...titled('description'),
  ...titled('download'),
  ...titled('fullscreen'),
  'lang.loading': {
    on: 'broken',
    works: `(psv.setPanorama(${BROKEN}).catch(() => 0), document.querySelector('.psv-caption-content').textContent === 'Wait <b>')`,
    initial: `second({ panorama: ${BROKEN} }, (other, element) => element.querySelector('.psv-caption-content').textContent === ${english('loading')} || (other.viewer.setPanorama(${BROKEN}).catch(() => 0), false))`,
  },
  'lang.menu': {
    on: 'narrow',
    works: `(photo.setLang({ menu: 'Other text' }), document.querySelector('.psv-navbar [title="Other text"]') !== null)`,
    initial: `document.querySelectorAll('.psv-navbar [title=${textsIn('en').viewer.menu}]').length === 1`,
  },
  'lang.close': {
    on: 'defaults',
    works: `second({ ${withLang('close')}, plugins: [plugins.PlanPlugin] }, (other, element) => element.querySelector('.psv-plan__button-close')?.title === 'Other text')`,
    initial: "document.querySelector('.psv-plan__button-close').title === 'Close'",
  },
  'lang.twoFingers': {
    on: 'flatArrows',
    works: `(photo.setLang({ twoFingers: 'Two <b>' }), ${hint('touchmoveTwoFingers', TOUCH, "'Two <b>'")})`,
    initial: hint('touchmoveTwoFingers', TOUCH, english('twoFingers')),
  },
  'lang.ctrlZoom': {
    on: 'flatArrows',
    works: `(photo.setLang({ ctrlZoom: 'Hold <b>' }), ${hint('mousewheelCtrlKey', WHEEL, "'Hold <b>'")})`,
    initial: hint('mousewheelCtrlKey', WHEEL, english('ctrlZoom')),
  },
  'lang.loadError': {
    on: 'broken',
    works: "document.querySelector('.gm-viewer-problem-title').textContent === 'Broken <b>'",
    initial: `second({ panorama: ${BROKEN} }, (other, element) => element.querySelector('.gm-viewer-problem-title')?.textContent === ${english('loadError')})`,
  },
  'lang.hintWheel': {
    works: `(${HOVER}, ${notified("'Turn the wheel <b>'")})`,
    initial: `(${HOVER}, ${notified(english('hintWheel'))})`,
  },
  'lang.webglError': {
    on: 'withoutWebGl',
    works: "document.querySelector('.gm-viewer-flat-reason').textContent === 'No WebGL <b>'",
    initial: `(async () => { const { getContext } = HTMLCanvasElement.prototype; HTMLCanvasElement.prototype.getContext = () => null; try { return await second({ panorama: psv.config.panorama }, (other, element) => element.querySelector('.gm-viewer-flat-reason')?.textContent === ${english('webglError')}); } finally { HTMLCanvasElement.prototype.getContext = getContext; } })()`,
  },

  'panorama.baseUrl': {
    on: 'only',
    works: "performance.getEntriesByType('resource').some(({ name }) => name.endsWith('thumb.webp'))",
  },
  'panorama.width': {
    on: 'only',
    works: 'psv.dataHelper.sphericalCoordsToTextureCoords({ yaw: 0, pitch: 0 }).textureX === 1024',
    initial: needs('width'),
  },
  'panorama.cols': {
    on: 'whole',
    works: `(async () => { photo.setView({ headingDegrees: 180, pitchDegrees: 0, zoom: 0 }); const numbers = () => performance.getEntriesByType('resource').flatMap(({ name }) => /tiles\\/(\\d+)_(\\d+)\\.webp$/.exec(name)?.slice(1).map(Number)[0] ?? []); return (await until(() => Math.max(...numbers()) === 3)) && Math.min(...numbers()) === 0; })()`,
    initial: needs('cols'),
  },
  'panorama.rows': {
    on: 'whole',
    works: `(async () => { photo.setView({ headingDegrees: 180, pitchDegrees: 0, zoom: 0 }); const numbers = () => performance.getEntriesByType('resource').flatMap(({ name }) => /tiles\\/(\\d+)_(\\d+)\\.webp$/.exec(name)?.slice(1).map(Number)[1] ?? []); return (await until(() => Math.max(...numbers()) === 1)) && Math.min(...numbers()) === 0; })()`,
    initial: needs('rows'),
  },
  'panorama.tileUrl': {
    on: 'only',
    works:
      "performance.getEntriesByType('resource').some(({ name }) => /tiles\\/\\d_\\d\\.webp$/.test(name))",
    initial: needs('tileUrl'),
  },

  'panorama.levels': {
    on: 'levels',
    works: `(async () => {
      const loaded = (part) => performance.getEntriesByType('resource').some(({ name }) => name.includes(part));
      const wait = async (part) => { for (let times = 0; times < 100 && !loaded(part); times++) await new Promise((done) => setTimeout(done, 50)); return loaded(part); };
      const isCoarse = (await wait('/sd.webp')) && !loaded('/tiles/');
      photo.setView({ zoom: 100 });
      return isCoarse && psv.state.textureData.panoData.fullWidth === 8192 && (await wait('/tiles/'));
    })()`,
  },

  'PhotoAdapter.showErrorTile': {
    on: 'brokenTiles',
    works: `until(() => psv.adapter.queue && Object.keys(psv.adapter.state.tiles).length > 0 && Object.keys(psv.adapter.queue.tasks).length === 0).then((isTried) => isTried && psv.adapter.state.materials.every((one) => one.map === null))`,
    initial: `second({ panorama: { ...psv.config.panorama, tileUrl: () => '/none.webp' } }, ({ viewer }) => viewer.adapter.state.materials.includes(viewer.adapter.state.errorMaterial))`,
  },
  'PhotoAdapter.baseBlur': {
    works: 'sharpness().then((share) => share > 0.98)',
    initial: 'sharpness().then((share) => share < 0.9)',
  },
  'PhotoAdapter.resolution': {
    works: 'psv.renderer.mesh.children[1].geometry.groups.length === 32 * 16',
    initial: 'psv.renderer.mesh.children[1].geometry.groups.length === 64 * 32',
  },
  'PhotoAdapter.shouldGoFast': {
    works:
      '(psv.rotate({ yaw: 2, pitch: 0 }), calls.shouldGoFast.length > 0) && loadsWhileMoving({ shouldGoFast: () => false })',
    initial: 'loadsWhileMoving({}).then((loads) => loads === false)',
  },

  'photo.ready': {
    on: 'fetched',
    works:
      'new Promise((done) => { let isReady; second({ panorama: psv.config.panorama }, ({ ready, viewer }) => { isReady ??= (ready.then(() => done(viewer.state.ready && viewer.adapter.state.geom !== null)), true); return viewer.state.ready; }); })',
  },
  'photo.isFlat': { on: 'withoutWebGl', works: 'photo.isFlat === true', initial: 'photo.isFlat === false' },
  'photo.viewer': {
    on: 'fetched',
    works:
      '(() => { photo.setView({ zoom: 40 }); photo.viewer.zoomIn(10); return until(() => photo.getView().zoom > 45); })()',
  },
  'photo.getPlugin': {
    works:
      "photo.getPlugin('plan') instanceof plugins.PlanPlugin && photo.getPlugin('plan') === photo.getPlugin(plugins.PlanPlugin)",
  },
  'photo.getCurrentNode': { on: 'fetched', works: "photo.getCurrentNode().name.startsWith('Node ')" },
  'photo.setCurrentNode': {
    on: 'fetched',
    works: `photo.setCurrentNode('b').then((shown) => shown && photo.getCurrentNode().id === 'b' && ${showsNode('b')})`,
  },
  'photo.setCurrentLatLng': {
    on: 'server',
    works:
      "photo.setCurrentLatLng({ lat: 21.0314698, lng: 105.7751251 }).then((shown) => shown && photo.getCurrentNode().gps[0].toFixed(4) === '105.7751')",
  },
  'photo.lookAt': {
    on: 'server',
    works:
      '(photo.setView({ headingDegrees: 90 }), Math.abs(photo.lookAt({ lat: 22, lng: photo.getCurrentNode().gps[0] }).headingDegrees) < 0.01 && until(() => Math.cos((photo.getView().headingDegrees * Math.PI) / 180) > 0.9999))',
  },
  'photo.getView': {
    works:
      "(psv.rotate({ yaw: 1, pitch: 0.2 }), psv.zoom(30), (({ pictureId, headingDegrees, pitchDegrees, zoom }) => [pictureId, Math.round(headingDegrees), Math.round(pitchDegrees), Math.round(zoom)].join() === 'b,57,11,30')(photo.getView()))",
  },
  'photo.setView': {
    on: 'fetched',
    works: `(photo.setView({ zoom: 70 }), Math.round(psv.getZoomLevel()) === 70) && photo.setCurrentNode('c').then(() => ${showsNode('c')})`,
  },
  'photo.setDates': {
    on: 'server',
    works:
      "photo.setDates({ to: '2024-01-01' }).then((shown) => shown && photo.getCurrentNode().data.capturedAt.startsWith('2023') && photo.setDates({ from: '2030-01-01' })).then((shown) => shown === false && until(() => document.querySelector('.gm-viewer-status').textContent === 'There is no picture.')).finally(() => photo.setDates({}))",
  },
  'photo.getOtherDates': {
    on: 'server',
    works:
      'photo.getOtherDates().then((nodes) => nodes.length === 1 && nodes[0].data.capturedAt.slice(0, 4) !== photo.getCurrentNode().data.capturedAt.slice(0, 4))',
  },
  'photo.setLang': {
    on: 'fetched',
    works:
      "(photo.setLang({ zoomIn: 'Larger' }), document.querySelector('.psv-navbar [title=Larger]') !== null)",
  },
  'photo.destroy': {
    on: 'destroyed',
    // Its graphics context is free for other viewers.
    works:
      "(window.gl ??= psv.renderer.renderer.getContext(), window.wasLost ??= gl.isContextLost(), photo.destroy(), document.querySelector('#viewer').childElementCount === 0 && gl.isContextLost() && !wasLost)",
  },
};
