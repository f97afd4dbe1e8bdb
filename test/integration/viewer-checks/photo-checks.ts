import { TEXTS } from '../../../src/viewer/context/texts.ts';
import type { Check, Checks } from './check.ts';

const refuses = (options: string) =>
  `(() => { try { new GeomillViewer.Photo(${options}); return false; } catch (error) { return error instanceof TypeError; } })()`;
const BASE =
  "apiKey: '', container: document.createElement('div'), adapter: GeomillViewer.adapter.PhotoAdapter, plugins: []";

/** Buttons of the toolbar, by their title. */
const button = (title: string) => `document.querySelector('.psv-navbar [title="${title}"]') !== null`;
const overlay = (text: string) =>
  `(psv.overlay.show({ title: psv.config.lang.${text} }), document.querySelector('.psv-overlay').textContent.includes(psv.config.lang.${text}) && (psv.overlay.hide(), true))`;

const inConfig = (name: keyof typeof TEXTS.en.viewer) =>
  `psv.config.lang.${name} === ${JSON.stringify(TEXTS.en.viewer[name])}`;

/** The default texts are those of the language; each place is looked at with them. */
const text = (name: keyof typeof TEXTS.en.viewer, check: Omit<Check, 'initial'>): Record<string, Check> => ({
  [`lang.${name}`]: { ...check, initial: inConfig(name) },
});
const titled = (name: keyof typeof TEXTS.en.viewer) =>
  text(name, { on: 'defaults', works: button(TEXTS.en.viewer[name]) });

/** The checks of Photo, its texts, its picture and the adapter. */
export const PHOTO_CHECKS: Checks = {
  'Photo.apiKey': {
    on: 'server',
    works:
      "performance.getEntriesByType('resource').some(({ name }) => name.includes('thumb.webp?apikey=K2'))",
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
    on: 'only',
    works: 'photo.getCurrentNode() === undefined && psv.config.panorama.width === 2048 && psv.state.ready',
  },
  'Photo.loadingImg': {
    works: "document.querySelector('.psv-loader img')?.src.endsWith('icon.svg') === true",
  },
  'Photo.defaultZoomLvl': {
    works: 'psv.config.defaultZoomLvl === 20',
    initial: 'Math.round(photo.getView().zoom) === 50',
  },
  'Photo.defaultYaw': {
    works:
      'Math.abs(psv.config.defaultYaw - Math.PI / 2) < 1e-6 && Math.round(photo.getView().headingDegrees) === 90',
    initial: 'photo.getView().headingDegrees === 0',
  },
  'Photo.defaultPitch': {
    works: 'Math.round(photo.getView().pitchDegrees) === -10',
    initial: 'photo.getView().pitchDegrees === 0',
  },
  'Photo.imageryUrl': {
    works:
      '(performance.clearResourceTimings(), photo.setCurrentLatLng({ lat: 21.03, lng: 105.77 }).then(() => true))',
    initial: 'photo.getOtherDates().then((nodes) => nodes.length >= 0)',
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
    works:
      "photo.setDates({ to: '2024-01-01' }).then(() => photo.getCurrentNode().data.capturedAt.startsWith('2023')).finally(() => photo.setDates({}))",
    initial: 'photo.getOtherDates().then((nodes) => Array.isArray(nodes))',
  },

  ...text('zoom', { on: 'defaults', works: "document.querySelector('.psv-zoom-range').title === 'Zoom'" }),
  ...titled('zoomOut'),
  ...titled('zoomIn'),
  ...titled('moveUp'),
  ...titled('moveDown'),
  ...titled('moveLeft'),
  ...titled('moveRight'),
  ...titled('description'),
  ...titled('download'),
  ...titled('fullscreen'),
  ...text('loading', {
    on: 'broken',
    works:
      "document.querySelector('.psv-loader').textContent.length >= 0 && psv.config.lang.loading === 'Wait <b>'.replaceAll('<', '&lt;').replaceAll('>', '&gt;')",
  }),
  ...text('menu', {
    on: 'narrow',
    works: "[...document.querySelectorAll('.psv-navbar [title=Menu]')].length === 1",
  }),
  ...text('close', {
    on: 'defaults',
    works: "document.querySelector('.psv-plan__button-close').title === 'Close'",
  }),
  ...text('twoFingers', { on: 'defaults', works: overlay('twoFingers') }),
  ...text('ctrlZoom', { on: 'defaults', works: overlay('ctrlZoom') }),
  ...text('loadError', {
    on: 'broken',
    works: "document.querySelector('.psv-overlay').textContent.includes('Broken <b>')",
  }),
  ...text('hintWheel', {
    works:
      "(psv.container.dispatchEvent(new PointerEvent('pointerenter', { pointerType: 'mouse' })), document.querySelector('.psv-notification').textContent.includes('Turn the wheel <b>'))",
  }),
  ...text('webglError', {
    on: 'withoutWebGl',
    works: "document.querySelector('.gm-viewer-flat-reason').textContent === 'No WebGL <b>'",
  }),

  'panorama.baseUrl': {
    on: 'only',
    works: "performance.getEntriesByType('resource').some(({ name }) => name.endsWith('thumb.webp'))",
  },
  'panorama.width': {
    on: 'only',
    works: 'psv.state.textureData.panoData.fullWidth === 2048',
    initial: 'psv.config.panorama.width === 2048',
  },
  'panorama.cols': {
    on: 'only',
    works: 'psv.adapter.state.tileConfig.cols === 4',
    initial: 'psv.config.panorama.cols === 4',
  },
  'panorama.rows': {
    on: 'only',
    works: 'psv.adapter.state.tileConfig.rows === 2',
    initial: 'psv.config.panorama.rows === 2',
  },
  'panorama.tileUrl': {
    on: 'only',
    works:
      "performance.getEntriesByType('resource').some(({ name }) => /tiles\\/\\d_\\d\\.webp$/.test(name))",
    initial: "typeof psv.config.panorama.tileUrl === 'function'",
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
    works: 'psv.adapter.config.showErrorTile === false',
    initial: 'psv.adapter.config.showErrorTile === true',
  },
  'PhotoAdapter.baseBlur': {
    works: 'psv.adapter.config.baseBlur === false',
    initial: 'psv.adapter.config.baseBlur === true',
  },
  'PhotoAdapter.resolution': {
    works: 'psv.adapter.SPHERE_SEGMENTS === 32',
    initial: 'psv.adapter.SPHERE_SEGMENTS === 64',
  },
  'PhotoAdapter.shouldGoFast': {
    works: '(psv.rotate({ yaw: 2, pitch: 0 }), calls.shouldGoFast.length > 0)',
    initial:
      '(() => { const before = JSON.stringify(psv.adapter.state.tiles); psv.rotate({ yaw: 3, pitch: 0 }); return JSON.stringify(psv.adapter.state.tiles) === before && (psv.rotate({ yaw: 0, pitch: 0 }), true); })()',
  },

  'photo.ready': { works: 'photo.ready.then(() => true)' },
  'photo.isFlat': { on: 'withoutWebGl', works: 'photo.isFlat === true' },
  'photo.viewer': { works: "typeof photo.viewer.zoomIn === 'function'" },
  'photo.getPlugin': { works: "photo.getPlugin('plan') === photo.getPlugin(plugins.PlanPlugin)" },
  'photo.getCurrentNode': { on: 'fetched', works: "photo.getCurrentNode().name.startsWith('Node ')" },
  'photo.setCurrentNode': {
    on: 'fetched',
    works: "photo.setCurrentNode('b').then((shown) => shown && photo.getCurrentNode().id === 'b')",
  },
  'photo.setCurrentLatLng': {
    on: 'server',
    works:
      "photo.setCurrentLatLng({ lat: 21.0314698, lng: 105.7751251 }).then((shown) => shown && photo.getCurrentNode().gps[0].toFixed(4) === '105.7751')",
  },
  'photo.lookAt': {
    on: 'server',
    works: 'Math.abs(photo.lookAt({ lat: 22, lng: photo.getCurrentNode().gps[0] }).headingDegrees) < 0.01',
  },
  'photo.getView': {
    works: "['pictureId', 'headingDegrees', 'pitchDegrees', 'zoom'].every((name) => name in photo.getView())",
  },
  'photo.setView': {
    on: 'fetched',
    works:
      '(photo.setView({ headingDegrees: 123, pitchDegrees: 5, zoom: 70 }), Math.round(photo.getView().headingDegrees) === 123 && Math.round(photo.getView().zoom) === 70)',
  },
  'photo.setDates': {
    on: 'server',
    works: "photo.setDates({ from: '2030-01-01' }).then((shown) => !shown).finally(() => photo.setDates({}))",
  },
  'photo.getOtherDates': { on: 'server', works: 'photo.getOtherDates().then((nodes) => nodes.length === 1)' },
  'photo.setLang': {
    on: 'fetched',
    works:
      "(photo.setLang({ zoomIn: 'Larger' }), document.querySelector('.psv-navbar [title=Larger]') !== null)",
  },
  'photo.destroy': {
    on: 'broken',
    works: "(photo.destroy(), document.querySelector('#viewer').childElementCount === 0)",
  },
};
