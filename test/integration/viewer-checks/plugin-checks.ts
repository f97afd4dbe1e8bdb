import type { Checks } from './check.ts';
import { facesNorth, GROUND_COLOUR, showsNode } from './scene-looks.ts';

const plan = "document.querySelector('.psv-plan')";
/** Whether the canvas of the compass has a colour, drawn once more. */
const dial = (matches: string) => `(of('compass').component.update(), dialHas((r, g, b, a) => ${matches}))`;
/** A dot of the default colour. */
const DARK = 'r < 5 && g < 5 && b < 5 && Math.abs(a - 128) < 3';
const BLUE = 'r < 60 && g < 60 && b > 200 && a > 200';
const spot = '.psv-plan__spot[aria-label="<b>spot</b>"]';
const open = "of('plan').open()";
const pause = (ms: number) => `new Promise((done) => setTimeout(done, ${ms}))`;
const line = '.psv-plan path[stroke="rgb(200, 0, 0)"]';

/** The checks of compass, plan, track and view mode. */
export const PLUGIN_CHECKS: Checks = {
  'CompassPlugin.size': {
    works: "document.querySelector('.psv-compass').offsetWidth === 90",
    initial: "document.querySelector('.psv-compass').offsetWidth === 120",
  },
  'CompassPlugin.position': {
    works: "corner(document.querySelector('.psv-compass')) === 'bottom right'",
    initial: "corner(document.querySelector('.psv-compass')) === 'top left'",
  },
  'CompassPlugin.backgroundSvg': {
    works: "document.querySelector('.psv-compass #dial') !== null",
    initial: "document.querySelector('.psv-compass svg circle') !== null",
  },
  'CompassPlugin.coneColor': {
    works: dial('r < 60 && g > 200 && b < 60 && a > 200'),
    initial: dial('r > 250 && g > 250 && b > 250 && Math.abs(a - 128) < 3'),
  },
  'CompassPlugin.navigation': {
    works:
      "(() => { const before = photo.getView().headingDegrees; const box = document.querySelector('.psv-compass').getBoundingClientRect(); for (const type of ['mouseenter', 'mousedown', 'mouseup']) document.querySelector('.psv-compass').dispatchEvent(new MouseEvent(type, { clientX: box.x + box.width / 2, clientY: box.y + box.height - 5 })); return photo.getView().headingDegrees === before; })()",
    initial:
      "(() => { const box = document.querySelector('.psv-compass').getBoundingClientRect(); for (const type of ['mouseenter', 'mousedown', 'mouseup']) document.querySelector('.psv-compass').dispatchEvent(new MouseEvent(type, { clientX: box.x + box.width / 2, clientY: box.y + box.height - 5 })); return Math.round(photo.getView().headingDegrees) === 180; })()",
  },
  'CompassPlugin.navigationColor': {
    on: 'markers',
    works: `(pointAtCompass(), ${dial('r > 200 && g < 60 && b > 200 && a > 200')})`,
    initial: `(pointAtCompass(), ${dial('r > 250 && g < 5 && b < 5 && Math.abs(a - 51) < 3')})`,
  },
  'CompassPlugin.hotspots': {
    works: dial(BLUE),
    initial: `second({ panorama: psv.config.panorama, plugins: [plugins.CompassPlugin] }, (other, element) => other.viewer.state.ready && dialHas((r, g, b, a) => a > 0, element) && !dialHas((r, g, b, a) => ${DARK}, element))`,
  },
  'CompassPlugin.hotspotColor': { works: dial(BLUE), initial: dial(DARK) },
  'CompassPlugin.className': { works: "document.querySelector('.psv-compass.my-compass') !== null" },

  'PlanPlugin.coordinates': {
    on: 'only',
    // The pin is in the middle of the plan, and the spot as far from it as the coordinates say.
    works: `(() => { const pin = ${plan}.querySelector('.psv-plan__pin'); const leaflet = of('plan').getLeaflet(); const pixel = 360 / (256 * 2 ** leaflet.getZoom()); const [x, y] = apart(pin, ${plan}.querySelector('${spot}')); return Math.hypot(...apart(leaflet.getContainer(), pin)) < 2 && Math.abs(x - 0.0001 / pixel) < 1.5 && Math.abs(y + 0.0005 / pixel / Math.cos((21.031 * Math.PI) / 180)) < 1.5; })()`,
    initial: `second({ plugins: [plugins.PlanPlugin] }, (other, element) => element.querySelector('.psv-plan') && !element.querySelector('.psv-plan__pin'))`,
  },
  'PlanPlugin.bearing': {
    works: `(of('plan').component.updateBearing({ yaw: 0, pitch: 0 }), document.querySelector('.psv-plan__pin > *').style.rotate === '90deg')`,
    initial: `(of('plan').component.updateBearing({ yaw: 0, pitch: 0 }), ['', '0deg'].includes(document.querySelector('.psv-plan__pin > *').style.rotate))`,
  },
  'PlanPlugin.size': {
    works: `${plan}.style.width === '200px' && ${plan}.style.height === '150px'`,
    initial: `${plan}.offsetWidth === 300 && ${plan}.offsetHeight === 200`,
  },
  'PlanPlugin.position': {
    works: `corner(${plan}) === 'top right'`,
    initial: `corner(${plan}) === 'bottom left'`,
  },
  'PlanPlugin.visibleOnLoad': {
    works: 'planWasOpen === false',
    initial: `!${plan}.classList.contains('psv-plan--collapsed')`,
  },
  'PlanPlugin.pinImage': {
    works: "document.querySelector('.psv-plan__pin image').getAttribute('href') === 'icon.svg'",
    initial: "document.querySelector('.psv-plan__pin svg circle') !== null",
  },
  'PlanPlugin.pinSize': {
    works: "document.querySelector('.psv-plan__pin').style.width === '50px'",
    initial: "document.querySelector('.psv-plan__pin').style.width === '35px'",
  },
  'PlanPlugin.enabledLocate': {
    works: `(navigator.geolocation.getCurrentPosition = (done) => done({ coords: { latitude: 21.0314951, longitude: 105.7751761 } }), document.querySelector('.gm-viewer-locate').click(), ${pause(500)}.then(() => document.querySelector('.gm-viewer-user') !== null))`,
    initial: "document.querySelector('.gm-viewer-locate') === null",
  },
  'PlanPlugin.onMaximized': { works: `(${open}, of('plan').maximize(), calls.onMaximized.length > 0)` },
  'PlanPlugin.onMinimize': {
    works: `(${open}, of('plan').maximize(), of('plan').minimize(), calls.onMinimize.length > 0)`,
  },
  'PlanPlugin.onChangeCenter': {
    works: `(${open}, ${pause(600)}.then(() => { calls.onChangeCenter = []; of('plan').setCoordinates([105.7752, 21.0315]); return ${pause(600)}; }).then(() => { const before = calls.onChangeCenter.length; of('plan').getLeaflet().panBy([30, 0], { animate: false }); const last = calls.onChangeCenter.at(-1)?.[0]; return before === 0 && typeof last.lat === 'number' && typeof last.lng === 'number'; }))`,
  },
  'PlanPlugin.spotStyle': {
    works: "document.querySelector('.psv-plan__spot').style.width === '11px'",
    initial:
      "(({ width, backgroundColor }) => width === '15px' && backgroundColor === 'white')(document.querySelector('.psv-plan__spot').style)",
  },
  'PlanPlugin.defaultZoom': {
    works: "(of('plan').component.reset(), of('plan').getLeaflet().getZoom() === 17)",
    initial: "of('plan').getLeaflet().getZoom() === 15",
  },
  'PlanPlugin.layers': {
    works:
      "document.querySelectorAll('.psv-plan__layers-select option').length === 3 && document.querySelector('.leaflet-tile') !== null",
    initial: "document.querySelector('.leaflet-tile') === null",
  },
  'PlanPlugin.configureLeaflet': { on: 'only', works: "leaflet === of('plan').getLeaflet()" },
  'PlanPlugin.hotspots': {
    on: 'only',
    works: `(() => { const spot = document.querySelector('${spot}'); const image = () => spot.querySelector('image').getAttribute('href'); const before = image(); spot.dispatchEvent(new MouseEvent('mouseover', { bubbles: true })); const within = image(); spot.dispatchEvent(new MouseEvent('mouseout', { bubbles: true })); return [before, within, image()].join() === 'icon.svg,icon.svg?hover,icon.svg'; })()`,
    initial: `second({ plugins: [plugins.PlanPlugin] }, (other, element) => element.querySelector('.psv-plan') && !element.querySelector('.psv-plan__spot'))`,
  },
  'PlanPlugin.outlines': {
    // Land is where the drawn street is; a plan without a picture is one pixel.
    works: `['/viewer/wards.bin', '/viewer/outlines/{province}.bin'].reduce(async (before, outlines) => (await before) && second({ plugins: [[plugins.PlanPlugin, { coordinates: [105.7752, 21.0315], outlines }]] }, (other, element) => until(() => { const canvas = element.querySelector('canvas.gm-viewer-outlines'); return canvas && canvas.getContext('2d').getImageData(canvas.width / 2, canvas.height / 2, 1, 1).data.join() === '233,238,243,255'; })), Promise.resolve(true)).then((isLand) => isLand && until(() => performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/outlines/01.bin'))))`,
    initial: `${plan}.querySelector('canvas.gm-viewer-outlines') === null`,
  },
  'PlanPlugin.buttons': {
    works:
      "document.querySelector('.psv-plan__button-close') === null && document.querySelectorAll('.psv-plan__button').length >= 2",
    initial:
      "document.querySelector('.psv-plan__button-close') !== null && document.querySelectorAll('.psv-plan__button').length >= 3",
  },

  'TrackPlugin.lines': {
    works: `document.querySelector('${line}')?.getAttribute('stroke-width') === '7' && document.querySelector('.psv-markers [id*="track-line-0"]') !== null`,
    initial: "document.querySelector('.psv-markers [id*=track-line]') === null",
  },
  'TrackPlugin.points': {
    works: "document.querySelector('.psv-markers [id*=track-point-0]') !== null",
    initial: "document.querySelector('.psv-markers [id*=track-point]') === null",
  },
  'TrackPlugin.onPlan': {
    on: 'only',
    works: "document.querySelector('.leaflet-overlay-pane path') === null",
    initial:
      "(of('track').setTrack({ lines: [{ points: [[105.7745, 21.0311], [105.7752, 21.0315]] }] }), document.querySelector('.leaflet-overlay-pane path') !== null)",
  },
  'TrackPlugin.onPicture': {
    on: 'only',
    works: "document.querySelector('.psv-markers [id*=track]') === null",
    initial:
      "(of('track').setTrack({ lines: [{ points: [[105.7745, 21.0311], [105.7752, 21.0315]] }] }), document.querySelector('.psv-markers [id*=track-line]') !== null)",
  },
  'TrackPlugin.cameraHeightMeters': {
    works:
      "(({ config: { position } }) => Math.abs(position.pitch + Math.atan(4 / photo.lookAt({ lat: 21.0314, lng: 105.7751 }).distanceMeters)) < 0.01)(psv.getPlugin('markers').getMarkers().find(({ id }) => id === 'track-point-0'))",
    initial:
      "(of('track').setTrack({ points: [{ coordinates: photo.getCurrentNode().links[0] && [105.7751251, 21.0314698] }] }), Math.abs(psv.getPlugin('markers').getMarkers().find(({ id }) => id === 'track-point-0').config.position.pitch + Math.atan(2.2 / photo.lookAt({ lat: 21.0314698, lng: 105.7751251 }).distanceMeters)) < 0.01)",
  },
  'TrackPlugin.setTrack': {
    works:
      "(of('track').setTrack({ points: [{ coordinates: [105.7751, 21.0315] }], lines: [] }), document.querySelectorAll('.psv-markers [id*=track-line]').length === 0 && document.querySelectorAll('.psv-markers [id*=track-point]').length === 1)",
  },

  'ViewModePlugin.size': {
    works: "document.querySelector('.gm-viewer-mode').offsetWidth === 60",
    initial: "document.querySelector('.gm-viewer-mode').offsetWidth === 40",
  },
  'ViewModePlugin.position': {
    works: "corner(document.querySelector('.gm-viewer-mode')) === 'bottom left'",
    initial: "corner(document.querySelector('.gm-viewer-mode')) === 'top right'",
  },
  'ViewModePlugin.className': { works: "document.querySelector('.gm-viewer-mode.my-mode.other') !== null" },
  'ViewModePlugin.onlyMode': {
    on: 'only',
    works: `of('view-mode').setMode('street') ?? (document.querySelector('.gm-viewer-mode') === null && until(() => sees(photo, ${GROUND_COLOUR})))`,
    initial: "document.querySelector('.gm-viewer-mode') !== null",
  },
  'ViewModePlugin.setMode': {
    // The same look is seen before and after the one downwards, which is wide and bent.
    works: `(async () => { const mode = of('view-mode'); mode.setMode('street'); await photo.setCurrentNode('b'); const isBefore = await ${showsNode('b')}; const degrees = psv.state.vFov; mode.setMode('fly'); const isDown = await until(() => sees(photo, ${GROUND_COLOUR}) && psv.state.vFov > degrees + 20, 60_000); const isBent = psv.config.fisheye === 1; mode.setMode('street'); return isBefore && isDown && isBent && (await until(() => psv.state.animation === null && Math.abs(psv.state.vFov - degrees) < 1, 60_000)) && (${facesNorth()}); })()`,
  },
  'ViewModePlugin.getMode': {
    works:
      "(of('view-mode').setMode('fly'), of('view-mode').getMode() === 'fly') && (of('view-mode').setMode('street'), of('view-mode').getMode() === 'street')",
    initial: "of('view-mode').getMode() === 'street'",
  },
};
