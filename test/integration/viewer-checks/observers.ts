/**
 * What the checks look at, as a script of the page: the drawn scene, the colour in the middle of the picture, the canvas of the compass, requests, and what a jump does.
 *
 * Shape: functions of `window`; `second` builds another viewer beside that of the page, and `jump` is made once.
 */
export const OBSERVERS = `
  const pause = (ms) => new Promise((done) => setTimeout(done, ms));
  window.until = async (look, timeoutMs = 5000) => {
    for (const end = Date.now() + timeoutMs; Date.now() < end; ) {
      if (await look()) return true;
      await pause(50);
    }
    return false;
  };
  window.requested = (pattern) => performance.getEntriesByType('resource').some(({ name }) => pattern.test(name));
  window.second = async (options, look) => {
    const element = document.createElement('div');
    element.style.height = '400px';
    document.body.append(element);
    const other = new Photo({ apiKey: '', container: element, adapter: adapter.PhotoAdapter, plugins: [], ...options });
    try {
      return await until(() => look(other, element), 15000);
    } finally {
      other.destroy();
      element.remove();
    }
  };
  window.pair = (panorama, ...yaws) => [
    { id: 'one', panorama, gps: [105.775, 21.031], links: yaws.map((yaw, index) => ({ nodeId: 'two' + index, position: { yaw: yaw + 'deg', pitch: 0 } })) },
    ...yaws.map((yaw, index) => ({ id: 'two' + index, panorama, gps: [105.7751 + index / 1e4, 21.031], links: [] })),
  ];
  window.dialHas = (matches, element = document) => {
    const canvas = element.querySelector('.psv-compass canvas');
    if (!canvas) return false;
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    for (let at = 0; at < data.length; at += 4) if (matches(...data.slice(at, at + 4))) return true;
    return false;
  };
  window.pointAtCompass = () => {
    const compass = document.querySelector('.psv-compass');
    const { x, y, width, height } = compass.getBoundingClientRect();
    const at = { clientX: x + width / 2 + 20, clientY: y + height / 2 };
    for (const type of ['mouseenter', 'mousemove']) compass.dispatchEvent(new MouseEvent(type, at));
    of('compass').component.update();
  };
  window.arrowCamera = () => {
    const { camera } = of('virtual-tour').arrowsRenderer;
    return Math.asin(camera.getWorldDirection(new camera.position.constructor()).y);
  };
  window.arrowIsAt = (viewer, element, pitch) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const box = viewer.viewer.container.getBoundingClientRect();
    const { yaw } = viewer.getPlugin('virtual-tour').getLinkPosition(viewer.getCurrentNode().links[0].nodeId);
    const { x, y } = viewer.viewer.dataHelper.sphericalCoordsToViewerCoords({ yaw, pitch });
    return width > 0 && Math.abs(left + width / 2 - box.left - x) < 4 && Math.abs(top + height / 2 - box.top - y) < 4;
  };
  const detail = (image) => {
    const canvas = new OffscreenCanvas(500, 250);
    const context = canvas.getContext('2d');
    context.drawImage(image, 0, 0, 500, 250);
    const { data } = context.getImageData(0, 0, 500, 250);
    let sum = 0;
    for (let at = 4; at < data.length; at += 4) sum += Math.abs(data[at] - data[at - 4]);
    return sum;
  };
  window.middle = ({ viewer }) => {
    const { renderer, customRenderer, scene, camera } = viewer.renderer;
    const gl = renderer.getContext();
    const [x, y] = [gl.drawingBufferWidth >> 1, gl.drawingBufferHeight >> 1];
    const seen = new Uint8Array(4);
    // What the browser has shown is cleared, so the middle is drawn once more.
    renderer.setScissorTest(true);
    renderer.setScissor(x - 1, y - 1, 3, 3);
    (customRenderer || renderer).render(scene, camera);
    renderer.setScissorTest(false);
    gl.readPixels(x, y, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, seen);
    viewer.needsUpdate();
    return [...seen];
  };
  window.sees = (viewer, colour) => {
    const seen = middle(viewer);
    return [16, 8, 0].every((shift, at) => Math.abs(seen[at] - ((colour >> shift) & 255)) <= 40);
  };
  window.turned = (byDegrees) => ({
    viewer: psv,
    setView: ({ headingDegrees, ...others }) => photo.setView({ headingDegrees: headingDegrees + byDegrees, ...others }),
  });
  window.looksLike = (viewer, headingDegrees, pitchDegrees, colour) => {
    viewer.setView({ headingDegrees, pitchDegrees });
    return until(() => sees(viewer, colour));
  };
  window.loadsWhileMoving = async (options) => {
    let loads;
    await second({ adapter: [adapter.PhotoAdapter, options], panorama: psv.config.panorama }, ({ viewer }) => {
      if (!viewer.state.ready || !viewer.adapter.state.geom) return false;
      const tiles = () => Object.keys(viewer.adapter.state.tiles).length;
      const before = tiles();
      viewer.rotate({ yaw: 3, pitch: 0 });
      loads = tiles() > before;
      return true;
    });
    return loads;
  };
  window.tooltipOf = async (name, look) => {
    const arrow = document.querySelector('.gm-viewer-arrow[aria-label*="' + name + '"]');
    arrow.dispatchEvent(new MouseEvent('mouseenter', { clientX: 300, clientY: 300 }));
    const isShown = await until(() => [...document.querySelectorAll('.psv-tooltip-content')].some(look));
    arrow.dispatchEvent(new MouseEvent('mouseleave'));
    return isShown;
  };
  window.onGround = (element, x, y) => {
    const ground = document.querySelector('.psv-plan img.leaflet-image-layer').getBoundingClientRect();
    const { left, top, width, height } = element.getBoundingClientRect();
    return Math.abs(left + width / 2 - ground.left - x * ground.width) < 2 && Math.abs(top + height / 2 - ground.top - y * ground.height) < 2;
  };
  window.apart = (from, to) => {
    const middleOf = (element) => (({ left, top, width, height }) => [left + width / 2, top + height / 2])(element.getBoundingClientRect());
    const [[x, y], [toX, toY]] = [middleOf(from), middleOf(to)];
    return [toX - x, toY - y];
  };
  window.corner = (element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const box = psv.container.getBoundingClientRect();
    return (top + height / 2 < box.top + box.height / 2 ? 'top' : 'bottom') + ' ' + (left + width / 2 < box.left + box.width / 2 ? 'left' : 'right');
  };
  window.sharpness = async () => {
    const { image } = psv.renderer.mesh.children[0].material.map;
    const raw = await createImageBitmap(await (await fetch(psv.config.panorama.baseUrl)).blob());
    return detail(image) / detail(raw);
  };
  window.jump = (from, to) => (window.jumpMade ??= (async () => {
    const tour = of('virtual-tour');
    await tour.setCurrentNode(from);
    photo.setView({ headingDegrees: 10, pitchDegrees: 0 });
    const seen = { loader: 0, turns: [], fades: [] };
    const { loader, renderer } = psv;
    const [show, transition, animate] = [loader.show, renderer.transition, psv.animate];
    loader.show = (...values) => (seen.loader++, show.apply(loader, values));
    renderer.transition = (...values) => (seen.fades.push(values[2]), transition.apply(renderer, values));
    psv.animate = (...values) => (seen.turns.push(values[0].speed), animate.apply(psv, values));
    const link = tour.links().find(({ nodeId }) => nodeId === to);
    await tour.setCurrentNode(to, undefined, link);
    Object.assign(loader, { show });
    Object.assign(renderer, { transition });
    psv.animate = animate;
    seen.heading = Math.round(photo.getView().headingDegrees);
    await tour.setCurrentNode(from);
    return seen;
  })());
`;
