// A tour over the pictures of this server. `?lang=vi` is the language, without it that of the browser; `?key=` is the key of a server that needs one,
// `#picture=ID` and `#lookAt=LAT,LNG` choose the view.
import { adapter, Photo, plugins } from './geomill-viewer.js';

const query = new URLSearchParams(location.search);
const language = (query.get('lang') ?? navigator.language).startsWith('vi') ? 'vi' : 'en';
const apiKey = query.get('key') ?? '';
document.documentElement.lang = language;
if (language === 'vi') {
  document.title = 'Trình xem Geomill: trang demo';
  document.querySelector('h1').textContent = 'Ảnh đường phố';
}

const photo = new Photo({
  apiKey,
  container: document.querySelector('#viewer'),
  adapter: [adapter.PhotoAdapter, { baseBlur: true }],
  plugins: [
    [plugins.CompassPlugin, {}],
    [
      plugins.PlanPlugin,
      {
        defaultZoom: 20,
        outlines: 'outlines/{province}.bin',
        enabledLocate: true,
        spotStyle: { size: 12, color: '#1565c0', borderSize: 2, borderColor: '#fff' },
      },
    ],
    [plugins.VirtualTourPlugin, { dataMode: 'server', positionMode: 'gps', preload: true }],
    [plugins.TrackPlugin, {}],
    [plugins.ViewModePlugin, {}],
  ],
  language,
  deepLink: true,
  navbar: true,
});

// A failure is shown in the viewer.
await photo.ready.catch(() => undefined);
await showTrack();

/** Draws the drives of the pictures around the first one as lines. */
async function showTrack() {
  const { gps } = photo.getCurrentNode() ?? {};
  const track = photo.getPlugin('track');
  if (!gps || !track) return;
  const parameters = new URLSearchParams({
    place_position: `${gps[0]},${gps[1]}`,
    place_distance: '0-200',
    limit: '200',
  });
  if (apiKey) parameters.set('apikey', apiKey);
  const response = await fetch(`/imagery/v1/search?${parameters}`);
  if (!response.ok) return;
  const { features } = await response.json();
  const drives = Map.groupBy(features, ({ collection }) => collection);
  const colors = ['#d32f2f', '#1565c0', '#2e7d32', '#6a1b9a'];
  const lines = [...drives.values()].map((items, index) => ({
    points: items
      .sort((a, b) => (a.properties.datetime < b.properties.datetime ? -1 : 1))
      .map(({ geometry }) => geometry.coordinates),
    color: colors[index % colors.length],
    name: items[0].properties.datetime?.slice(0, 10),
  }));
  track.setTrack({ lines, points: [] });
}
