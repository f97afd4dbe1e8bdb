// Asks MiniSearch the questions of the bench, in a process of its own: argument { rows, questions, mostCpuMs, rightMeters }, a message with the result.
import { createReadStream, readFileSync } from 'node:fs';
import process from 'node:process';
import { createInterface } from 'node:readline';
import MiniSearch from 'minisearch';

const { rows, questions, mostCpuMs, rightMeters } = JSON.parse(process.argv[2]);
const asked = JSON.parse(readFileSync(questions, 'utf8'));

const startedMs = cpuMs();
const index = new MiniSearch({ fields: ['text'] });
const positions = [];
for await (const line of createInterface({ input: createReadStream(rows) })) {
  const { text, lat, lon } = JSON.parse(line);
  index.add({ id: positions.length, text });
  positions.push([lat, lon]);
}
const buildSeconds = (cpuMs() - startedMs) / 1000;

const result = {
  buildSeconds,
  autocomplete: ask(asked.autocomplete, (text) => {
    const lastWord = /\S+$/.exec(text)?.[0];
    index.search(text, { combineWith: 'AND', prefix: (term) => term === lastWord }).slice(0, 5);
  }),
  forward: ask(asked.forward, ({ text, truth }) => {
    const best = index.search(text, { fuzzy: 0.2 })[0];
    return best !== undefined && metersBetween(positions[best.id], truth) <= rightMeters;
  }),
  rssBytes: process.memoryUsage().rss,
};
process.send(result, () => process.exit(0));

function ask(list, answer) {
  const costs = [];
  let sum = 0;
  let hits = 0;
  const warmMs = cpuMs() + mostCpuMs / 20;
  for (let i = 0; i < list.length && cpuMs() < warmMs; i += 1) answer(list[i]);
  for (const question of list) {
    const beforeMs = cpuMs();
    if (answer(question)) hits += 1;
    const cost = cpuMs() - beforeMs;
    costs.push(cost);
    sum += cost;
    if (sum > mostCpuMs) break;
  }
  costs.sort((a, b) => a - b);
  const at = (share) => costs[Math.min(costs.length - 1, Math.floor(costs.length * share))];
  return { asked: costs.length, cpuMs: sum, p50Ms: at(0.5), p99Ms: at(0.99), hits: hits / costs.length };
}

function metersBetween([lat, lon], truth) {
  const radians = Math.PI / 180;
  const north = (lat - truth.lat) * radians;
  const east = (lon - truth.lon) * radians * Math.cos(lat * radians);
  return 6_371_000 * Math.hypot(north, east);
}

function cpuMs() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
