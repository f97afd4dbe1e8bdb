import type { Checks } from './check.ts';

const tour = "of('virtual-tour')";
const config = `${tour}.config`;
const requested = (text: string) =>
  `performance.getEntriesByType('resource').some(({ name }) => name.includes(${JSON.stringify(text)}))`;
const transition = `${config}.transitionOptions({ id: 'x', panorama: {} })`;
const arrows = "document.querySelector('.psv-virtual-tour-arrows')";
const position = (name: string, value: string, initial: string) => ({
  works: `${config}.arrowsPosition.${name} === ${value}`,
  initial: `${config}.arrowsPosition.${name} === ${initial}`,
});
/** Returns to node b, where the page began. */
const back = `.finally(() => ${tour}.setCurrentNode('b'))`;
const ground = "document.querySelector('.psv-plan img.leaflet-image-layer')";

/** The checks of the tour and its nodes. */
export const TOUR_CHECKS: Checks = {
  'VirtualTourPlugin.dataMode': {
    on: 'server',
    works: `${tour}.isServerSide && photo.getCurrentNode().id.length === 36`,
    initial: `${config}.dataMode === 'client'`,
  },
  'VirtualTourPlugin.positionMode': {
    works: `${tour}.setCurrentNode('b').then(() => ${tour}.isGps && Math.abs((${tour}.getLinkPosition('c').yaw * 180 / Math.PI + 360) % 360 - 242) < 1)`,
    initial: `${config}.positionMode === 'manual' && Math.abs(${tour}.getLinkPosition('b').yaw * 180 / Math.PI - 242) < 0.01`,
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
    initial: `${config}.getNode === null`,
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
    initial: `${config}.preload === false`,
  },
  'VirtualTourPlugin.updateCoordinatesPlan': {
    on: 'server',
    works: "of('plan').config.coordinates === null",
    initial: "JSON.stringify(of('plan').config.coordinates) === JSON.stringify(photo.getCurrentNode().gps)",
  },
  'VirtualTourPlugin.speed': {
    on: 'fetched',
    works: `${transition}.speed === '12rpm'`,
    initial: `${transition}.speed === '20rpm'`,
  },
  'VirtualTourPlugin.transitionOptions': {
    works: `${tour}.setCurrentNode('c').then(() => calls.transition.some(([to, from]) => to.id === 'c' && from.id === 'b'))${back}`,
    initial: `${transition}.effect === 'fade'`,
  },
  'VirtualTourPlugin.transitionOptions.showLoader': {
    works: `${transition}.showLoader === false`,
    initial: `${transition}.showLoader === true`,
  },
  'VirtualTourPlugin.transitionOptions.speed': {
    on: 'flatArrows',
    works: `${transition}.speed === 700`,
    initial: `${transition}.speed === '20rpm'`,
  },
  'VirtualTourPlugin.transitionOptions.zoomTo': {
    works: `${tour}.setCurrentNode('c').then(() => Math.round(photo.getView().zoom) === 33)${back}`,
    initial: `!('zoomTo' in ${transition})`,
  },
  'VirtualTourPlugin.transitionOptions.fadeIn': {
    works: `${transition}.effect === 'none'`,
    initial: `${transition}.effect === 'fade'`,
  },
  'VirtualTourPlugin.transitionOptions.rotation': {
    works: `${transition}.rotation === false`,
    initial: `${transition}.rotation === true`,
  },
  'VirtualTourPlugin.linksOnCompass': {
    works: `${config}.linksOnCompass === false`,
    initial: "of('compass').config.hotspots.length === 1",
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
    works: `${config}.arrowsPosition.linkPitchOffset === -0.4`,
    initial: `${config}.arrowsPosition.linkPitchOffset === -0.1`,
  },
  'VirtualTourPlugin.arrowPosition': {
    works: `(photo.setView({ headingDegrees: 242, pitchDegrees: 0 }), new Promise((done) => setTimeout(done, 500)).then(() => [...document.querySelectorAll('.gm-viewer-arrow')].some((one) => { const { y, height } = one.getBoundingClientRect(); return height > 0 && y < innerHeight / 2; })))`,
    initial: `(photo.setView({ headingDegrees: 242, pitchDegrees: 0 }), new Promise((done) => setTimeout(done, 500)).then(() => [...document.querySelectorAll('.gm-viewer-arrow')].every((one) => one.getBoundingClientRect().y > innerHeight / 2)))`,
  },
  'VirtualTourPlugin.arrowsPosition.minPitch': position('minPitch', '0.5', '0.3'),
  'VirtualTourPlugin.arrowsPosition.maxPitch': position('maxPitch', '1.2', 'Math.PI / 2'),
  'VirtualTourPlugin.arrowsPosition.linkOverlapAngle': position('linkOverlapAngle', '0.6', 'Math.PI / 4'),
  'VirtualTourPlugin.arrowsPosition.linkPitchOffset': position('linkPitchOffset', '-0.3', '-0.1'),
  'VirtualTourPlugin.arrowEnabled': {
    on: 'server',
    works: `getComputedStyle(${arrows}).display === 'none'`,
    initial: `getComputedStyle(${arrows}).display !== 'none'`,
  },
  'VirtualTourPlugin.map.imageUrl': { works: `${ground}.getAttribute('src') === 'icon.svg'` },
  'VirtualTourPlugin.map.size': {
    works: `${config} && ${tour}.setCurrentNode('a').then(() => Math.abs(of('plan').config.coordinates[1] - 21.0315) < 0.001)${back}`,
  },
  'VirtualTourPlugin.map.extent': {
    works: `${ground}.getBoundingClientRect().width > 0 || getComputedStyle(${ground}).width !== ''`,
  },
  'VirtualTourPlugin.setCurrentLatLng': {
    works: `(() => { const [lng, lat] = ${tour}.source.known()[2].gps; return ${tour}.setCurrentLatLng({ lng, lat }, true).then((shown) => shown && photo.getCurrentNode().id === 'c'); })()${back}`,
  },

  'VirtualTourNode.id': {
    works: "photo.getCurrentNode().id === 'b'",
    initial: "photo.getCurrentNode().id === 'a'",
  },
  'VirtualTourNode.panorama': {
    works: 'psv.config.panorama.cols === 4',
    initial: 'psv.config.panorama.cols === 4',
  },
  'VirtualTourNode.name': {
    works: `${tour}.__getTooltipContent({ nodeId: 'c' }).then((html) => html.includes('Node C'))`,
  },
  'VirtualTourNode.caption': { works: "psv.config.caption === 'Caption B'" },
  'VirtualTourNode.description': { works: "psv.config.description === 'Description B'" },
  'VirtualTourNode.panoData': {
    works: `${tour}.setCurrentNode('a').then(() => psv.state.textureData.panoData.poseHeading === 10)${back}`,
  },
  'VirtualTourNode.sphereCorrection': {
    works: 'psv.config.sphereCorrection.pan.endsWith("deg") && psv.renderer.sphereCorrection.y !== 0',
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
