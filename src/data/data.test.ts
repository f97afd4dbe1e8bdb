import { readdirSync, readFileSync } from 'node:fs';
import { Type, type TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { describe, expect, it } from 'vitest';

// Checked here and not when they are loaded: a check by TypeBox would cost each command more time than the table itself.

const strict = (members: Record<string, TSchema>) => Type.Object(members, { additionalProperties: false });
const source = Type.String({ minLength: 10, pattern: '^[^\\n]+$' });
const notes = Type.Optional(Type.Array(Type.String()));
const table = (members: Record<string, TSchema>) => strict({ source, notes, ...members });

const words = Type.Array(Type.String({ minLength: 1, pattern: '^\\S(.*\\S)?$' }));
const folded = Type.Array(Type.String({ pattern: '^[a-z0-9]+( [a-z0-9]+)*$' }), { uniqueItems: true });
const adminCode = Type.String({ pattern: '^[A-Z]{2,3}$' });
const layer = Type.Union([Type.Literal('province'), Type.Literal('district'), Type.Literal('ward')]);
const unitWord = strict({
  words: Type.String(),
  type: Type.String(),
  layers: Type.Array(layer, { minItems: 1 }),
});
const alias = strict({
  aliases: words,
  name: Type.String(),
  weak: Type.Optional(Type.Literal(true)),
});
const columns = Type.Array(Type.String({ pattern: '^[a-z0-9]+$' }), { uniqueItems: true, minItems: 1 });
const timeOfDay = Type.String({ pattern: '^[0-2]\\d:[0-5]\\d$' });
const factor = Type.Number({ exclusiveMinimum: 0, maximum: 2 });
const bands = Type.Array(strict({ kmh: Type.Number({ minimum: 0 }), factor }), { minItems: 1 });
const fields = Type.Record(Type.String({ pattern: '^[a-zA-Z]+$' }), columns);
const slug = Type.String({ pattern: '^[a-z][a-z_]*$' });
const slugs = Type.Array(slug, { uniqueItems: true });
const numbers = Type.Array(Type.Number());
const limits = Type.Record(Type.String(), Type.Unknown());

const names = Type.Array(Type.String({ pattern: '^[a-z]+$' }), { uniqueItems: true });
/** An operation of OpenAPI; the document as a whole is checked by the tests of the server. */
const operation = Type.Object({ operationId: Type.String(), responses: Type.Object({}) });
const texts = Type.Record(Type.String(), Type.String());
/** A table of a dialect of the server: its calls with their parameters, and the templates of its answers. */
const dialect = (members: Record<string, TSchema> = {}) =>
  table({
    about: Type.String(),
    parameters: Type.Record(
      Type.String(),
      Type.Record(Type.String(), Type.Object({ description: Type.String({ minLength: 1 }) })),
    ),
    calls: Type.Record(
      Type.String(),
      strict({
        id: Type.String({ pattern: '^[a-z]+[A-Z][a-z]+$' }),
        summary: Type.String({ pattern: '^Returns .*\\.$' }),
        path: Type.String({ pattern: '^/' }),
        aliases: Type.Optional(Type.Array(Type.String({ pattern: '^/' }))),
        required: Type.Optional(Type.Array(Type.String())),
        response: Type.String(),
        text: Type.Optional(Type.String()),
        isStrict: Type.Optional(Type.Literal(true)),
      }),
    ),
    templates: Type.Object({ error: Type.Object({}), place: Type.Object({}) }),
    schemas: Type.Object({ error: Type.Object({}) }),
    ...members,
  });
const levels = Type.Record(Type.String({ pattern: '^[a-z]+$' }), Type.Object({}));

/** What each file contains, by its name. */
const SCHEMAS: Readonly<Record<string, TSchema>> = {
  'api-examples.json': table({
    earlier: Type.Record(slug, Type.Array(Type.Union([Type.String(), Type.Integer()]), { minItems: 2 })),
    examples: Type.Record(
      Type.String({ pattern: '^[a-zA-Z]+$' }),
      strict({
        path: Type.Optional(texts),
        query: Type.Optional(texts),
        body: Type.Optional(strict({ type: Type.String(), text: Type.String() })),
      }),
    ),
  }),
  'api-operations.json': table({ usage: operation, slots: operation }),
  'autocomplete-words.json': table({
    abbreviations: Type.Record(Type.String({ pattern: '^[a-z]{2,}$' }), Type.String()),
    letters: Type.Record(Type.String({ pattern: '^[a-z]$' }), Type.String()),
    types: folded,
    street: folded,
  }),
  'calibration.json': table({
    calibration: strict({
      weights: Type.Record(slug, numbers),
      probability: Type.Record(slug, strict({ x: numbers, y: numbers })),
      radius: Type.Record(slug, strict({ confidence: numbers, factor: numbers })),
      openRadius: Type.Record(slug, strict({ confidence: numbers, factor: numbers })),
      chances: Type.Array(
        Type.Record(slug, strict({ weights: numbers, probability: strict({ x: numbers, y: numbers }) })),
      ),
    }),
  }),
  'categories.json': table({
    categories: Type.Array(
      strict({
        slug,
        importance: Type.Integer({ minimum: 0, maximum: 255 }),
        groups: Type.Array(slug),
        vietnamese: words,
        english: words,
        tags: Type.Array(Type.String({ pattern: '^[a-z_:]+=[^+=]+([+][a-z_:]+=[^+=]+)*$' })),
      }),
    ),
    groups: Type.Array(strict({ slug, vietnamese: words, english: words })),
  }),
  'city-speeds.json': table({
    hours: Type.Array(strict({ from: timeOfDay, until: timeOfDay, factor })),
    auto: bands,
    motorbike: bands,
    truck: bands,
  }),
  'column-names.json': table({
    address: columns,
    second: columns,
    house: columns,
    street: columns,
    ward: columns,
    district: columns,
    city: columns,
    province: columns,
    country: columns,
    groups: columns,
    latitude: columns,
    longitude: columns,
    point: columns,
  }),
  'dialect-google.json': dialect({
    levels,
    statuses: Type.Record(Type.String({ pattern: '^4\\d\\d$' }), Type.String()),
  }),
  'dialect-nominatim.json': dialect({ levels }),
  'dialect-pelias.json': dialect({ levels, coarse: names, empty: names }),
  'dialect-photon.json': dialect({ layers: names }),
  'district-names.json': table({ names: folded }),
  'legacy-letters.json': table({
    tcvn3: Type.Record(Type.String(), Type.String({ pattern: '^[\\u00a1-\\u00fe]$' })),
    vniMarks: Type.Record(Type.String(), Type.String({ pattern: '^[\\u0300-\\u0323]{1,2}$' })),
    vniLetters: Type.Record(Type.String(), Type.String({ minLength: 1, maxLength: 1 })),
  }),
  'name-forms.json': table({
    alleys: folded,
    types: folded,
    same: Type.Array(strict({ short: Type.String(), long: Type.String() })),
  }),
  'osm.json': table({
    roadRanks: Type.Record(slug, Type.Integer({ minimum: 0, maximum: 5 })),
    namedByBrand: slugs,
    containers: slugs,
    vague: slugs,
    unitPlaces: slugs,
  }),
  'place-words.json': table({ street: words, numbered: words, site: words, trailing: folded }),
  'provinces.json': table({
    provinces: Type.Array(
      strict({ provinceCode: Type.String({ pattern: '^\\d\\d$' }), name: Type.String(), adminCode }),
      { minItems: 34, maxItems: 34 },
    ),
    aliases: Type.Record(adminCode, adminCode),
  }),
  'source-columns.json': table({
    position: fields,
    address: fields,
    house: fields,
    place: fields,
    area: fields,
    legacy: fields,
  }),
  'stop-columns.json': table({
    opening: columns,
    closing: columns,
    service: columns,
    load: columns,
    name: columns,
    address: columns,
    vehicle: columns,
    driver: columns,
    phone: columns,
    note: columns,
    depot: columns,
    window: columns,
    serviceSeconds: columns,
    quantity: columns,
    priority: columns,
    vehicleType: columns,
    capacity: columns,
    depotName: columns,
  }),
  'unit-aliases.json': table({
    provinces: Type.Array(alias),
    abolishedProvinces: Type.Array(
      strict({ aliases: Type.Array(Type.String()), became: Type.Array(Type.String(), { minItems: 2 }) }),
    ),
    districts: Type.Array(alias),
  }),
  'unit-words.json': table({
    leading: Type.Array(unitWord),
    trailing: Type.Array(unitWord),
    spelling: Type.Record(Type.String(), Type.String()),
  }),
  'valhalla.json': table({
    config: strict({
      loki: limits,
      meili: limits,
      mjolnir: limits,
      odin: limits,
      service_limits: limits,
      thor: limits,
    }),
  }),
};

const readTable = (name: string): unknown => JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8'));

describe('src/data', () => {
  it('has a schema for each table', () => {
    const files = readdirSync(new URL('.', import.meta.url)).filter((name) => !name.endsWith('.test.ts'));
    expect(files.sort()).toEqual(Object.keys(SCHEMAS).sort());
  });

  it.each(Object.entries(SCHEMAS))('%s is as its schema says, with its source', (name, schema) => {
    expect(Value.Errors(schema, readTable(name))).toEqual([]);
  });

  it('names categories of categories.json in osm.json', () => {
    const { categories } = readTable('categories.json') as { categories: { slug: string }[] };
    const osm = readTable('osm.json') as Record<'namedByBrand' | 'containers' | 'vague', string[]>;
    const slugs = categories.map(({ slug }) => slug);
    const unknown = [...osm.namedByBrand, ...osm.containers, ...osm.vague].filter(
      (name) => !slugs.includes(name),
    );
    expect(unknown).toEqual([]);
  });

  it('finds a table without its source', () => {
    const { source: _, ...others } = readTable('valhalla.json') as { source: string };
    expect(Value.Check(SCHEMAS['valhalla.json'] as TSchema, others)).toBe(false);
  });
});
