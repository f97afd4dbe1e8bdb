// The landing page: sends what a person types or clicks, and shows the answer with its request.
// Texts of answers are set as text, never as HTML.

const element = (id) => document.getElementById(id);
const texts = JSON.parse(element('texts').textContent);
const svg = element('map');
const MATCHES = 5;

/** The request in flight; a newer one aborts it. */
let current;

element('search').addEventListener('submit', (event) => {
  event.preventDefault();
  chooseProvince(undefined);
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
  chooseProvince(select.value);
  askAt(Number(lat), Number(lon));
});

svg.addEventListener('click', (event) => {
  const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
  const { west, north, lonUnits, latUnits } = svg.dataset;
  const code = event.target.dataset.code;
  if (code !== undefined) element('province').value = code;
  chooseProvince(code);
  askAt(Number(north) - point.y / Number(latUnits), Number(west) + point.x / Number(lonUnits));
});

element('copy').addEventListener('click', async () => {
  await navigator.clipboard.writeText(element('curl').textContent);
  say(texts.copied);
});
// Browsers offer the clipboard only over HTTPS and on this machine.
element('copy').hidden = navigator.clipboard === undefined;

function askAt(lat, lon) {
  const [latText, lonText] = [lat.toFixed(5), lon.toFixed(5)];
  mark({ lat, lon });
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
    const [first] = showAnswer(response, text);
    // A clicked point stays marked; the position of an address is part of the answer.
    if (path.endsWith('/forward') && first?.lat !== undefined) mark(first);
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

/** Moves the marker of the map. */
function mark({ lat, lon }) {
  const { west, north, lonUnits, latUnits } = svg.dataset;
  element('marker').setAttribute('cx', String((lon - Number(west)) * Number(lonUnits)));
  element('marker').setAttribute('cy', String((Number(north) - lat) * Number(latUnits)));
}

/** Highlights a province of the map, or none. */
function chooseProvince(code) {
  for (const path of svg.querySelectorAll('path'))
    path.classList.toggle('chosen', path.dataset.code === code);
}

function say(text) {
  element('status').textContent = text;
}

function fill(text, values) {
  return text.replace(/\{(\w+)\}/g, (_, name) => String(values[name]));
}

function isGoogle() {
  return element('shape').value === 'google';
}
