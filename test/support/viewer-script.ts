/** Script of a page with all plugins over the imagery search; `photo` is the viewer. */
export function tourScript(options: Readonly<Record<string, string>> = {}): string {
  const plugin = (name: string, initial: string) => `[plugins.${name}, ${options[name] ?? initial}]`;
  return `
    const { Photo, adapter, plugins } = GeomillViewer;
    window.photo = new Photo({
      apiKey: '',
      container: document.querySelector('#viewer'),
      adapter: [adapter.PhotoAdapter, ${options['PhotoAdapter'] ?? '{ baseBlur: false }'}],
      plugins: [
        ${plugin('CompassPlugin', '{}')},
        ${plugin('PlanPlugin', '{ defaultZoom: 20 }')},
        ${plugin('VirtualTourPlugin', "{ dataMode: 'server', positionMode: 'gps', transitionOptions: { fadeIn: false, rotation: false } }")},
        ${plugin('TrackPlugin', '{}')},
        ${plugin('ViewModePlugin', '{}')},
      ],
      ...(${options['Photo'] ?? '{}'}),
    });`;
}

/** Options of a script: the tour begins at a picture, and jumps at once. */
export const startAt = (id: string, more = '') => ({
  VirtualTourPlugin: `{ dataMode: 'server', positionMode: 'gps', startNodeId: '${id}', transitionOptions: { fadeIn: false, rotation: false }, ${more} }`,
});

/** Waits until no tile is under way, and the tiles are drawn. */
export const TILES_DRAWN = `new Promise((done) => {
  const queue = photo.viewer.adapter.queue;
  const look = () => Object.keys(queue.runningTasks).length === 0 && photo.viewer.adapter.state.geom
    ? requestAnimationFrame(() => requestAnimationFrame(done)) : setTimeout(look, 50);
  setTimeout(look, 200);
})`;
