import type { Checks } from './check.ts';
import { facesNorth, showsNode } from './scene-looks.ts';

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
/** Whether the arrow of a link is ahead where the view turns to. */
const arrowAhead = (headingDegrees: number, options = '') =>
  `second({ plugins: [[plugins.VirtualTourPlugin, { nodes: pair(psv.config.panorama, 200), renderMode: '2d', ${options} }]] }, (other, element) => { if (!other.getCurrentNode()) return false; other.setView({ headingDegrees: ${headingDegrees}, pitchDegrees: 0 }); const { left, width } = element.querySelector('.gm-viewer-arrow')?.getBoundingClientRect() ?? { width: 0 }; const box = other.viewer.container.getBoundingClientRect(); return width > 0 && Math.abs(left + width / 2 - box.left - box.width / 2) < 4; })`;
/** Whether the picture of a link is loaded ahead. */
const preloads = (options: string, isWanted: boolean) =>
  `(async () => { const mark = '?ahead' + Math.random(); const nodes = pair(psv.config.panorama, 0); nodes[1].panorama = { ...nodes[1].panorama, baseUrl: nodes[1].panorama.baseUrl + mark }; let ends; const isShown = await second({ plugins: [[plugins.VirtualTourPlugin, { nodes, ${options} }]] }, (other) => other.getCurrentNode() && (ends ??= Date.now() + 1000) < Date.now()); return isShown && performance.getEntriesByType('resource').some(({ name }) => name.endsWith(mark)) === ${isWanted}; })()`;
const pin = "document.querySelector('.psv-plan__pin')";
/** Returns to node b, where the page began. */
const back = `.finally(() => ${tour}.setCurrentNode('b'))`;
/** The spot of a node on the plan. */
const spotOf = (name: string) => `document.querySelector('.psv-plan__spot[aria-label="${name}"]')`;
const ground = "document.querySelector('.psv-plan img.leaflet-image-layer')";

/** The checks of the tour and its nodes. */
export const TOUR_CHECKS: Checks = {
  'VirtualTourPlugin.dataMode': {
    on: 'server',
    works: `${tour}.isServerSide && photo.getCurrentNode().id.length === 36`,
    initial: `photo.getCurrentNode().id === 'a' && ${tour}.source.known().map(({ id }) => id).join() === 'a,b,c'`,
  },
  'VirtualTourPlugin.positionMode': {
    on: 'defaults',
    // The positions of the nodes are to the east of each other, and the direction by hand is another one.
    works: arrowAhead(90, "positionMode: 'gps'"),
    initial: arrowAhead(200),
  },
  'VirtualTourPlugin.renderMode': {
    on: 'flatArrows',
    works:
      "(photo.setView({ headingDegrees: 242, pitchDegrees: 0 }), until(() => arrowIsAt(photo, document.querySelector('.gm-viewer-arrow'), 0)))",
    initial:
      "(photo.setView({ headingDegrees: 242, pitchDegrees: 0 }), until(() => (({ y, height }) => height > 0 && y + height / 2 > innerHeight / 2 + 60)(document.querySelector('.gm-viewer-arrow').getBoundingClientRect())))",
  },
  'VirtualTourPlugin.apiKey': {
    on: 'server',
    works: `${requested('apikey=K2')} && !${requested('apikey=K1')}`,
    initial: `!${requested('apikey=')}`,
  },
  'VirtualTourPlugin.nodes': {
    on: 'defaults',
    works: `until(() => [...document.querySelectorAll('.psv-plan__spot')].map((one) => one.getAttribute('aria-label')).sort().join() === 'Node B,Node C')`,
    initial: `second({ plugins: [[plugins.VirtualTourPlugin, {}]], panorama: psv.config.panorama }, (other) => other.viewer.state.ready && other.getCurrentNode() === undefined)`,
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
    works: `calls.preload.some(([node, link]) => node.id === 'b' && link.nodeId === 'a') && ${preloads('preload: () => true', true)}`,
    initial: preloads('', false),
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
    works:
      "tooltipOf('Node A', ({ textContent }) => textContent.endsWith('!')).then((isShown) => isShown && calls.tooltip[0][2].name === 'Node A')",
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
  'VirtualTourPlugin.map.imageUrl': {
    works: `${ground}.getAttribute('src') === 'icon.svg' && ${ground}.complete && ${ground}.naturalWidth > 0`,
  },
  'VirtualTourPlugin.map.size': { on: 'mapped', works: `onGround(${spotOf('Node C')}, 0.75, 0.75)` },
  'VirtualTourPlugin.map.extent': {
    // The corners of the picture are where the plan has them, and so is the pin of a position.
    works: `(() => { const leaflet = of('plan').getLeaflet(); const box = ${ground}.getBoundingClientRect(); const plan = leaflet.getContainer().getBoundingClientRect(); return [[21.032, 105.774, box.left, box.top], [21.031, 105.776, box.right, box.bottom]].every(([lat, lng, left, top]) => { const { x, y } = leaflet.latLngToContainerPoint([lat, lng]); return Math.abs(x + plan.left - left) < 2 && Math.abs(y + plan.top - top) < 2; }); })()`,
  },
  'VirtualTourPlugin.setCurrentLatLng': {
    // A position behind the last node of the row: the flag turns to it.
    works: `(async () => { const [lng, lat] = ${tour}.source.known()[2].gps; const behind = { lng: lng - 0.00004, lat: lat - 0.00002 }; await ${tour}.setCurrentNode('b'); photo.setView({ headingDegrees: 0 }); const isShown = (await ${tour}.setCurrentLatLng(behind)) && photo.getCurrentNode().id === 'c' && Math.round(photo.getView().headingDegrees) % 360 === 0; return isShown && (await ${tour}.setCurrentLatLng(behind, true)) && until(() => Math.abs(photo.getView().headingDegrees - 242) < 2); })()${back}`,
  },

  'VirtualTourNode.id': {
    works: "photo.getCurrentNode().id === 'b'",
    initial: "photo.getCurrentNode().id === 'a'",
  },
  'VirtualTourNode.panorama': {
    works: `${tour}.setCurrentNode('c').then(() => ${showsNode('c')})${back}`,
    initial: showsNode('a'),
  },
  'VirtualTourNode.name': {
    works: "tooltipOf('Node C', ({ textContent }) => textContent.includes('Node C'))",
  },
  'VirtualTourNode.caption': {
    works: "document.querySelector('.psv-caption-content').textContent === 'Caption B'",
  },
  'VirtualTourNode.description': {
    works:
      "(document.querySelector('.psv-description-button').click(), document.querySelector('.psv-panel-content').textContent.includes('Description B'))",
  },
  'VirtualTourNode.panoData': {
    // Node a has a pose of 10 degrees, by which its picture is turned.
    works: `${tour}.setCurrentNode('a').then(() => ${showsNode('a', 'turned(10)')})${back}`,
    initial: showsNode('a', 'turned(0)'),
  },
  'VirtualTourNode.sphereCorrection': { works: facesNorth(), initial: facesNorth() },
  'VirtualTourNode.links': {
    works: "document.querySelectorAll('.psv-virtual-tour-arrows .gm-viewer-arrow').length === 2",
    initial:
      "[...document.querySelectorAll('.gm-viewer-panel ul:first-of-type button')].map(({ dataset }) => dataset.node).join() === 'b'",
  },
  'VirtualTourNode.gps': {
    works:
      "(([lng, lat]) => Math.abs(photo.lookAt({ lat: lat + 0.001, lng }).distanceMeters - 111.2) < 0.2)(photo.getCurrentNode().gps) && (({ lat, lng }) => Math.hypot(lat - photo.getCurrentNode().gps[1], lng - photo.getCurrentNode().gps[0]) < 1e-6)(of('plan').component.state.pinMarker.getLatLng())",
  },
  'VirtualTourNode.thumbnail': {
    works: "tooltipOf('Node C', (one) => one.querySelector('img')?.naturalWidth > 0)",
  },
  'VirtualTourNode.markers': {
    works: `${tour}.setCurrentNode('a').then(() => { photo.setView({ headingDegrees: 242, pitchDegrees: -20 }); return until(() => { const mark = document.querySelector('.psv-markers [id$="marker-mark"]'); return mark !== null && Math.hypot(...apart(psv.container, mark)) < 3; }); })${back}`,
  },
  'VirtualTourNode.map': {
    on: 'mapped',
    works: `onGround(${pin}, 0.25, 0.25) && onGround(${spotOf('Node B')}, 0.5, 0.5)`,
  },
  'VirtualTourNode.plan': {
    works: `${tour}.setCurrentNode('c').then(() => [...document.querySelectorAll('.psv-plan__spot')].some((one) => one.style.backgroundColor === 'rgb(1, 2, 3)') && !${spotOf('Node A')} && ${spotOf('<b>spot</b>')} !== null)${back}`,
  },
  'VirtualTourNode.data': {
    works: "until(() => document.querySelector('.gm-viewer-status').textContent.includes('2025-10-07'))",
  },
};
