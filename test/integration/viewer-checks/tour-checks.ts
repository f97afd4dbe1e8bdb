import type { Checks } from './check.ts';

const tour = "of('virtual-tour')";
const requested = (text: string) =>
  `performance.getEntriesByType('resource').some(({ name }) => name.includes(${JSON.stringify(text)}))`;
const arrows = "document.querySelector('.psv-virtual-tour-arrows')";
/** What a jump along a link shows, on a page whose first node is not the last of the jump. */
const jump = (from: string, to: string, look: string) => `jump('${from}', '${to}').then((seen) => ${look})`;
/** The pitch from which the arrows on the ground are drawn, for a pitch of the view. */
const camera = (pitchDegrees: number, pitch: string) =>
  `(photo.setView({ pitchDegrees: ${pitchDegrees} }), until(() => Math.abs(arrowCamera() + ${pitch}) < 0.01)).finally(() => photo.setView({ pitchDegrees: 0 }))`;
/** Whether two links 40 degrees apart are drawn as too close. */
const overlap = (options: string, isClose: boolean) =>
  `second({ plugins: [[plugins.VirtualTourPlugin, { nodes: pair(psv.config.panorama, 0, 40), ${options} }]] }, (other) => { const shown = other.getPlugin('virtual-tour').arrowsRenderer.scene?.children ?? []; return shown.length === 2 && shown.some(({ userData }) => Object.values(userData).concat(Object.getOwnPropertySymbols(userData).map((key) => userData[key])).some(({ conflict }) => conflict)) === ${isClose}; })`;
/** Whether the arrow of a link is drawn at a pitch, with arrows in their direction and positions by GPS. */
const arrowAt = (pitch: number, options = '') =>
  `second({ plugins: [[plugins.VirtualTourPlugin, { nodes: pair(psv.config.panorama, 90), positionMode: 'gps', renderMode: '2d', ${options} }]] }, (other, element) => { if (!other.getCurrentNode()) return false; other.setView({ headingDegrees: 85, pitchDegrees: 0 }); const arrow = element.querySelector('.gm-viewer-arrow'); return arrow !== null && arrowIsAt(other, arrow, ${pitch}); })`;
const pin = "document.querySelector('.psv-plan__pin')";
/** Returns to node b, where the page began. */
const back = `.finally(() => ${tour}.setCurrentNode('b'))`;
const ground = "document.querySelector('.psv-plan img.leaflet-image-layer')";

/** The checks of the tour and its nodes. */
export const TOUR_CHECKS: Checks = {
  'VirtualTourPlugin.dataMode': {
    on: 'server',
    works: `${tour}.isServerSide && photo.getCurrentNode().id.length === 36`,
    initial: `photo.getCurrentNode().id === 'a' && ${tour}.source.known().map(({ id }) => id).join() === 'a,b,c'`,
  },
  'VirtualTourPlugin.positionMode': {
    works: `${tour}.setCurrentNode('b').then(() => ${tour}.isGps && Math.abs((${tour}.getLinkPosition('c').yaw * 180 / Math.PI + 360) % 360 - 242) < 1)`,
    initial: `Math.abs(${tour}.getLinkPosition('b').yaw * 180 / Math.PI - 242) < 0.01`,
  },
  'VirtualTourPlugin.renderMode': {
    on: 'flatArrows',
    works: `(photo.setView({ headingDegrees: 242 }), !${tour}.is3D) && document.querySelectorAll('.gm-viewer-arrow').length > 0`,
    initial: `${tour}.is3D`,
  },
  'VirtualTourPlugin.apiKey': {
    on: 'server',
    works: `${requested('apikey=K2')} && !${requested('apikey=K1')}`,
    initial: `!${requested('apikey=')}`,
  },
  'VirtualTourPlugin.nodes': {
    works: `${tour}.source.known().length === 3`,
    initial: `${tour}.source.known().length === 3`,
  },
  'VirtualTourPlugin.getNode': {
    on: 'fetched',
    works: "calls.getNode[0][0] === 'c'",
    initial:
      "second({ plugins: [[plugins.VirtualTourPlugin, { dataMode: 'server' }]] }, (other) => other.getCurrentNode()?.id.length === 36)",
  },
  'VirtualTourPlugin.onLoadNode': {
    works: "calls.onLoadNode[0][0].id === 'b' && calls.onLoadNode[0][0].name === 'Node B'",
  },
  'VirtualTourPlugin.startNodeId': {
    works: "calls.onLoadNode[0][0].id === 'b'",
    initial: "photo.getCurrentNode().id === 'a'",
  },
  'VirtualTourPlugin.preload': {
    works: "calls.preload.some(([node, link]) => node.id === 'b' && link.nodeId === 'a')",
    initial: `(({ baseUrl }) => !performance.getEntriesByType('resource').some(({ name }) => name.endsWith(baseUrl)))(${tour}.originalOf('c').panorama)`,
  },
  'VirtualTourPlugin.updateCoordinatesPlan': {
    on: 'server',
    works: `${pin} === null`,
    initial: `${pin} !== null && (({ lat, lng }, [lon, latitude]) => Math.abs(lat - latitude) < 1e-4 && Math.abs(lng - lon) < 1e-4)(of('plan').getLeaflet().getCenter(), photo.getCurrentNode().gps)`,
  },
  'VirtualTourPlugin.speed': {
    on: 'fetched',
    works: jump('c', 'b', "seen.turns.includes('12rpm')"),
    initial: jump('a', 'b', "seen.fades[0].speed === '20rpm'"),
  },
  'VirtualTourPlugin.transitionOptions': {
    works: `${tour}.setCurrentNode('c').then(() => calls.transition.some(([to, from]) => to.id === 'c' && from.id === 'b'))${back}`,
    initial: jump('a', 'b', "seen.fades[0].effect === 'fade'"),
  },
  'VirtualTourPlugin.transitionOptions.showLoader': {
    works: jump('b', 'c', 'seen.loader === 0'),
    initial: jump('a', 'b', 'seen.loader === 1'),
  },
  'VirtualTourPlugin.transitionOptions.speed': {
    on: 'flatArrows',
    works: jump('a', 'b', 'seen.fades[0].speed === 700'),
    initial: jump('a', 'b', "seen.fades[0].speed === '20rpm'"),
  },
  'VirtualTourPlugin.transitionOptions.zoomTo': {
    works: `${tour}.setCurrentNode('c').then(() => Math.round(photo.getView().zoom) === 33)${back}`,
    initial: jump('a', 'b', 'Math.round(photo.getView().zoom) === 50'),
  },
  'VirtualTourPlugin.transitionOptions.fadeIn': {
    works: jump('b', 'c', 'seen.fades.length === 0'),
    initial: jump('a', 'b', 'seen.fades.length === 1'),
  },
  'VirtualTourPlugin.transitionOptions.rotation': {
    works: jump('b', 'c', 'seen.turns.length === 0'),
    initial: jump('a', 'b', 'seen.heading === 242'),
  },
  'VirtualTourPlugin.linksOnCompass': {
    works: "(of('compass').component.update(), !dialHas((r, g, b, a) => r < 5 && g < 5 && b < 5 && a > 100))",
    initial:
      "(photo.setView({ headingDegrees: 62 }), of('compass').component.update(), dialHas((r, g, b, a) => r < 5 && g < 5 && b < 5 && Math.abs(a - 128) < 3))",
  },
  'VirtualTourPlugin.getLinkTooltip': {
    works: `${tour}.__getTooltipContent({ nodeId: 'a' }).then((html) => html.endsWith('!') && calls.tooltip[0][2].name === 'Node A')`,
  },
  'VirtualTourPlugin.markerStyle': {
    on: 'markers',
    works:
      '(photo.setView({ headingDegrees: 242 }), document.querySelector(\'img.my-marker[src="icon.svg"]\') !== null)',
    initial: "document.querySelector('.gm-viewer-arrow svg circle') !== null",
  },
  'VirtualTourPlugin.arrowStyle': {
    works: "document.querySelectorAll('.gm-viewer-arrow.my-arrow').length === 2",
    initial: "document.querySelector('.gm-viewer-arrow svg circle') !== null",
  },
  'VirtualTourPlugin.markerPitchOffset': {
    on: 'markers',
    works:
      "(photo.setView({ headingDegrees: 242, pitchDegrees: 0 }), until(() => arrowIsAt(photo, document.querySelector('img.my-marker'), -0.4)))",
    initial: arrowAt(-0.1, "renderMode: 'markers'"),
  },
  'VirtualTourPlugin.arrowPosition': {
    works: `(photo.setView({ headingDegrees: 242, pitchDegrees: 0 }), new Promise((done) => setTimeout(done, 500)).then(() => [...document.querySelectorAll('.gm-viewer-arrow')].some((one) => { const { y, height } = one.getBoundingClientRect(); return height > 0 && y < innerHeight / 2; })))`,
    initial: `(photo.setView({ headingDegrees: 242, pitchDegrees: 0 }), new Promise((done) => setTimeout(done, 500)).then(() => [...document.querySelectorAll('.gm-viewer-arrow')].every((one) => one.getBoundingClientRect().y > innerHeight / 2)))`,
  },
  'VirtualTourPlugin.arrowsPosition.minPitch': { works: camera(0, '0.5'), initial: camera(0, '0.3') },
  'VirtualTourPlugin.arrowsPosition.maxPitch': {
    works: camera(-85, '1.2'),
    initial: camera(-85, '(85 * Math.PI) / 180'),
  },
  'VirtualTourPlugin.arrowsPosition.linkOverlapAngle': {
    on: 'defaults',
    works: overlap('arrowsPosition: { linkOverlapAngle: 0.6 }', false),
    initial: overlap('', true),
  },
  'VirtualTourPlugin.arrowsPosition.linkPitchOffset': {
    on: 'defaults',
    works: arrowAt(-0.3, 'arrowsPosition: { linkPitchOffset: -0.3 }'),
    initial: arrowAt(-0.1),
  },
  'VirtualTourPlugin.arrowEnabled': {
    on: 'server',
    works: `getComputedStyle(${arrows}).display === 'none'`,
    initial: `getComputedStyle(${arrows}).display !== 'none'`,
  },
  'VirtualTourPlugin.map.imageUrl': { works: `${ground}.getAttribute('src') === 'icon.svg'` },
  'VirtualTourPlugin.map.size': {
    works: `${tour}.setCurrentNode('c').then(() => { const own = of('virtual-tour').originalOf('a'); const { gps } = own; delete own.gps; return ${tour}.setCurrentNode('a').then(() => { own.gps = gps; const { lat, lng } = of('plan').component.state.pinMarker.getLatLng(); return Math.abs(lat - 21.0315) < 1e-6 && Math.abs(lng - 105.775) < 1e-6; }); })${back}`,
  },
  'VirtualTourPlugin.map.extent': {
    works: `(() => { let bounds; of('plan').getLeaflet().eachLayer((layer) => { if (layer.getElement?.() === ${ground}) bounds = layer.getBounds(); }); return bounds.toBBoxString() === '105.774,21.031,105.776,21.032'; })()`,
  },
  'VirtualTourPlugin.setCurrentLatLng': {
    works: `(() => { const [lng, lat] = ${tour}.source.known()[2].gps; return ${tour}.setCurrentLatLng({ lng, lat }, true).then((shown) => shown && photo.getCurrentNode().id === 'c'); })()${back}`,
  },

  'VirtualTourNode.id': {
    works: "photo.getCurrentNode().id === 'b'",
    initial: "photo.getCurrentNode().id === 'a'",
  },
  'VirtualTourNode.panorama': {
    works: `requested(new RegExp(${tour}.originalOf('b').panorama.baseUrl.split('/').at(-2) + '/tiles/'))`,
    initial: `requested(new RegExp(photo.getCurrentNode().panorama.baseUrl.split('/').at(-2) + '/tiles/'))`,
  },
  'VirtualTourNode.name': {
    works: `${tour}.__getTooltipContent({ nodeId: 'c' }).then((html) => html.includes('Node C'))`,
  },
  'VirtualTourNode.caption': {
    works: "document.querySelector('.psv-caption-content').textContent === 'Caption B'",
  },
  'VirtualTourNode.description': {
    works:
      "(document.querySelector('.psv-description-button').click(), document.querySelector('.psv-panel-content').textContent.includes('Description B'))",
  },
  'VirtualTourNode.panoData': {
    works: `${tour}.setCurrentNode('a').then(() => psv.state.textureData.panoData.poseHeading === 10)${back}`,
  },
  'VirtualTourNode.sphereCorrection': {
    works: `Math.abs(psv.renderer.sphereCorrection.y - (parseFloat(${tour}.originalOf('b').sphereCorrection.pan) * Math.PI) / 180) % (2 * Math.PI) < 1e-6`,
  },
  'VirtualTourNode.links': {
    works: `${tour}.links().map(({ nodeId }) => nodeId).join() === 'a,c'`,
    initial: `${tour}.links().length === 1`,
  },
  'VirtualTourNode.gps': { works: 'photo.lookAt({ lat: 21, lng: 105 }).distanceMeters > 1000' },
  'VirtualTourNode.thumbnail': {
    works: `${tour}.__getTooltipContent({ nodeId: 'c' }).then((html) => html.includes('<img src="/imagery'))`,
  },
  'VirtualTourNode.markers': {
    works: `${tour}.setCurrentNode('a').then(() => psv.getPlugin('markers').getMarkers().some(({ id }) => id === 'mark'))${back}`,
  },
  'VirtualTourNode.map': { works: `${tour}.originalOf('a').map.x === 400` },
  'VirtualTourNode.plan': {
    works: `${tour}.setCurrentNode('c').then(() => [...document.querySelectorAll('.psv-plan__spot')].some((one) => one.style.backgroundColor === 'rgb(1, 2, 3)') && !document.querySelector('.psv-plan__spot[aria-label="Node A"]'))${back}`,
  },
  'VirtualTourNode.data': { works: "photo.getCurrentNode().data.capturedAt.startsWith('2025-10-07')" },
};
