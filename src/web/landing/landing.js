// The landing page: sends what a person types or clicks, and shows the answer with its request.
// Texts of answers are set as text, never as HTML.
import { fill } from '../kit/texts.ts';
import { createLandingMap } from './landing-map.ts';

const element = (id) => document.getElementById(id);
const texts = JSON.parse(element('texts').textContent);
const MATCHES = 5;

/** The request in flight; a newer one aborts it. */
let current;

element('search').addEventListener('submit', (event) => {
  event.preventDefault();
  const text = element('text').value.trim();
  if (text === '') return;
  void ask('/v1/geocode/forward', isGoogle() ? { address: text } : { text, size: MATCHES });
});

for (const button of document.querySelectorAll('button.example')) {
  button.addEventListener('click', () => {
    element('text').value = button.textContent;
    element('search').requestSubmit();
  });
}

element('at-province').addEventListener('submit', (event) => {
  event.preventDefault();
  const select = element('province');
  const { lat, lon } = select.selectedOptions[0].dataset;
  map?.showProvince(select.value);
  askAt(Number(lat), Number(lon));
});

/** The map, once its outlines are loaded; the page works without. */
let map;
createLandingMap(element('map'), texts.map, ({ lat, lon }, province) => {
  if (province !== undefined) element('province').value = province;
  askAt(lat, lon);
}).then(
  (created) => (map = created),
  () => (element('map').hidden = true),
);

element('copy').addEventListener('click', async () => {
  await navigator.clipboard.writeText(element('curl').textContent);
  say(texts.copied);
});
// Browsers offer the clipboard only over HTTPS and on this machine.
element('copy').hidden = navigator.clipboard === undefined;

function askAt(lat, lon) {
  const [latText, lonText] = [lat.toFixed(5), lon.toFixed(5)];
  map?.showPlace({ lat, lon });
  void ask(
    '/v1/geocode/reverse',
    isGoogle()
      ? { latlng: `${latText},${lonText}` }
      : { 'point.lat': latText, 'point.lon': lonText, size: MATCHES },
  );
}

/** Sends a request and shows it with its answer. */
async function ask(path, parameters) {
  current?.abort();
  const controller = new AbortController();
  current = controller;
  const query = new URLSearchParams(parameters);
  if (element('admin-v2').checked) query.set('admin_v2', 'true');
  const url = new URL(`${path}?${query}`, location.origin);
  const key = element('key')?.value;
  say(texts.waiting);
  try {
    const response = await fetch(url, {
      signal: controller.signal,
      headers: key ? { authorization: `Bearer ${key}` } : {},
    });
    const text = await response.text();
    if (current !== controller) return;
    showRequest(url, element('key') !== null);
    const matches = showAnswer(response, text);
    // A clicked point stays marked; the position of an address is part of the answer.
    if (path.endsWith('/forward')) map?.showMatches(matches.filter(({ lat }) => lat !== undefined));
  } catch (error) {
    if (error.name === 'AbortError') return;
    element('results').hidden = true;
    showRequest(url, element('key') !== null);
    element('json').textContent = '';
    say(texts.unreachable);
  }
}

function showRequest(url, needsKey) {
  element('details').hidden = false;
  element('request').textContent = `GET ${url}`;
  // The key itself is not shown: the command may be copied into a chat or a ticket.
  const header = needsKey ? ' -H "Authorization: Bearer $GEOMILL_API_KEY"' : '';
  element('curl').textContent = `curl '${url}'${header}`;
}

/** Shows an answer and returns its matches. */
function showAnswer(response, text) {
  const body = parse(text);
  element('json').textContent = body === undefined ? text : JSON.stringify(body, undefined, 2);
  const matches = response.ok ? matchesOf(body) : [];
  const list = element('results');
  list.replaceChildren(...matches.map(listItem));
  list.hidden = matches.length === 0;
  if (!response.ok) {
    say(fill(texts.failed, { status: response.status, message: body?.message ?? response.statusText }));
  } else {
    say(matches.length === 0 ? texts.noMatch : fill(texts.matches, { n: matches.length }));
  }
  // On a narrow screen the answer is below the map.
  const { top } = element('status').getBoundingClientRect();
  if (top < 0 || top > innerHeight - 80) element('answer').scrollIntoView();
  return matches;
}

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns the matches of an answer of either shape. */
function matchesOf(body) {
  if (Array.isArray(body?.features)) {
    return body.features.map(({ geometry, properties }) => ({
      name: properties.name,
      address: properties.label,
      lat: geometry?.coordinates[1],
      lon: geometry?.coordinates[0],
      distance: properties.distance,
    }));
  }
  return (body?.results ?? []).map(({ name, formatted_address: address, geometry }) => ({
    name,
    address,
    lat: geometry.location.lat,
    lon: geometry.location.lng,
  }));
}

function listItem({ name, address, lat, lon, distance }) {
  const item = document.createElement('li');
  const strong = document.createElement('strong');
  strong.textContent = name;
  const facts = [];
  if (address && address !== name) facts.push(address);
  if (lat !== undefined) facts.push(`${lat}, ${lon}`);
  if (typeof distance === 'number') facts.push(fill(texts.meters, { n: Math.round(distance) }));
  item.append(strong, ...facts.flatMap((fact) => [document.createElement('br'), fact]));
  item.lang = 'vi';
  return item;
}

function say(text) {
  element('status').textContent = text;
}

function isGoogle() {
  return element('shape').value === 'google';
}
