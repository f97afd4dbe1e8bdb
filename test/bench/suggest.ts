import type { Feature } from '../../src/dataset/features.ts';
import type { AdminDataset } from '../../src/engine/gazetteer/units/units.ts';
import type { PlaceTables } from '../../src/engine/gazetteer/store/place-tables.ts';
import { FEATURE_FLAGS } from '../../src/engine/gazetteer/store/place-tables.ts';
import type { Suggest } from '../../src/engine/geocoder/autocomplete/suggest.ts';
import { generateAddresses } from './generate-addresses.ts';
import { generatePlaces } from './generate-places.ts';
import type { BenchContext, Measurement } from './measurement.ts';
import { createRandom, type Random } from './random.ts';
import { SUGGEST_KINDS, typeQuestion, type NamedPlace, type SuggestQuestion } from './suggest-questions.ts';
import { megabytes, seconds, target, whole } from './table.ts';

const ROWS = 1_000_000;
const QUESTIONS = 5000;
const WARM_UP = 2000;
const NAMES = 20_000;
const SIZE = 5;
const P99_MS = 1;

/** Measures autocomplete, in this process: CPU time of each question alone. */
export const suggest: Measurement = {
  name: 'suggest',
  async run(context) {
    const rows = ROWS * (context.isQuick ? 0.1 : 1);
    const measured: string[][] = [];
    const notes: string[] = [];
    for (const [label, featuresOf] of [
      ['addresses', addressFeatures],
      ['named places', placeFeatures],
      ['half of each', mixedFeatures],
    ] as const) {
      const opened = await open(context, (admin) => featuresOf(admin, rows, context.seed));
      notes.push(`${whole(rows)} ${label}: ${opened.note}`);
      const random = createRandom(context.seed);
      const places = opened.somePlaces(random);
      for (const kind of SUGGEST_KINDS) {
        const asked = Array.from({ length: QUESTIONS }, () => typeQuestion(random, kind, places));
        measured.push([`${label}: ${kind}`, ...askAll(opened.suggest, asked)]);
      }
    }
    return {
      title: 'suggest: what autocomplete costs while somebody types, one thread',
      columns: ['', 'p50 ms', 'p99 ms', 'worst ms', 'per CPU s', 'answered', 'target'],
      rows: measured,
      notes: [
        ...notes,
        'ms are CPU time of the process, collecting garbage included; near and far limit to 50 km',
      ],
    };
  },
};

interface Opened {
  suggest: Suggest;
  note: string;
  somePlaces(random: Random): NamedPlace[];
}

async function open(
  context: BenchContext,
  featuresOf: (admin: AdminDataset) => Iterable<Feature>,
): Promise<Opened> {
  const internals = await context.internals();
  const { openAdminDataset, buildUnits, assembleTables, buildSuggestArrays } = internals;
  const { openSuggest, createBaseWardUnits, nameOf, positionOf } = internals;
  const admin = await openAdminDataset(context.datasetDir);
  const table = buildUnits(admin);
  const tables: PlaceTables = assembleTables({ admin, units: table, features: featuresOf(admin) });
  const builtMs = cpuMs();
  const arrays = buildSuggestArrays(tables, admin, table);
  const openedMs = cpuMs();
  const opened = openSuggest({ arrays, tables, admin, table });
  const bytes = Object.values(arrays).reduce((sum, { byteLength }) => sum + byteLength, 0);
  const unitsOf = createBaseWardUnits(admin, table);
  return {
    suggest: opened,
    note:
      `${whole(tables.featureCount)} named streets and places, built in ${seconds(openedMs - builtMs)} CPU s, ` +
      `${megabytes(bytes)} MB, opened in ${whole(cpuMs() - openedMs)} ms`,
    somePlaces: (random) =>
      Array.from({ length: NAMES }, () => {
        const feature = Math.floor(random() * tables.featureCount);
        const isKnown = ((tables.featureFlags[feature] as number) & FEATURE_FLAGS.formerKnown) !== 0;
        const units = unitsOf(tables.featureBaseWard[feature] as number, isKnown).line.old;
        return { name: nameOf(tables, feature), units, position: positionOf(tables, feature) };
      }),
  };
}

function* addressFeatures(admin: AdminDataset, rows: number, seed: number): Generator<Feature> {
  for (const { id, number, street, former, position } of generateAddresses({ admin, rows, seed })) {
    yield { kind: 'house', key: id, number, street, units: former, position };
  }
}

function placeFeatures(admin: AdminDataset, count: number, seed: number): Iterable<Feature> {
  return generatePlaces({ admin, count, seed });
}

function* mixedFeatures(admin: AdminDataset, rows: number, seed: number): Generator<Feature> {
  yield* addressFeatures(admin, rows / 2, seed);
  yield* placeFeatures(admin, rows / 2, seed);
}

function askAll(opened: Suggest, questions: readonly SuggestQuestion[]): string[] {
  const ask = (question: SuggestQuestion): number =>
    opened.suggest(question.text, { size: SIZE, adminUnits: 'old', ...question }).length;
  for (const question of questions.slice(0, WARM_UP)) ask(question);
  const costs: number[] = [];
  let answered = 0;
  const startMs = cpuMs();
  for (const question of questions) {
    const beforeMs = cpuMs();
    if (ask(question) > 0) answered += 1;
    costs.push(cpuMs() - beforeMs);
  }
  const perSecond = questions.length / ((cpuMs() - startMs) / 1000);
  costs.sort((a, b) => a - b);
  const at = (share: number): number =>
    costs[Math.min(costs.length - 1, Math.floor(costs.length * share))] ?? NaN;
  const p99 = at(0.99);
  return [
    ...[at(0.5), p99, at(1)].map((ms) => ms.toFixed(3)),
    ...[whole(perSecond), whole(answered), target(`${P99_MS} ms`, p99 < P99_MS)],
  ];
}

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
