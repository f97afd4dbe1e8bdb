import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { createGeoService } from '../contract/service.ts';
import { createServer } from './create-server.ts';

interface Described {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  parameters?: { name: string; in: string; content?: object; schema: object; example?: unknown }[];
  requestBody?: { content: Record<string, { schema: object; example?: unknown }> };
}

interface Document {
  security: object[];
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Described>>;
  components: { securitySchemes?: object };
}

async function readDocument(): Promise<Document> {
  const { app, stop } = await createServer({ service: createGeoService({}) });
  try {
    return (await app.inject('/openapi.json')).json<Document>();
  } finally {
    await stop();
  }
}

describe('/openapi.json', async () => {
  const document = await readDocument();
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.values(methods).map((operation) => ({ path, ...operation })),
  );

  it('has a name of its own, a declared group, a summary and a description for every operation', () => {
    const ids = operations.map(({ operationId }) => operationId);
    expect(ids.length).toBeGreaterThan(40);
    expect(new Set(ids).size).toBe(ids.length);
    const declared = document.tags.map(({ name }) => name);
    for (const { operationId, tags, summary, description } of operations) {
      expect(declared, operationId).toEqual(expect.arrayContaining(tags));
      expect([tags.length, summary, description], operationId).toEqual([
        1,
        expect.stringMatching(/\w/),
        expect.stringMatching(/\w/),
      ]);
    }
    expect(new Set(operations.flatMap(({ tags }) => tags)).size).toBe(declared.length);
  });

  it('says that no key is needed where none is', () => {
    expect(document.security).toEqual([]);
    expect(document.components.securitySchemes).toBeUndefined();
  });

  it('describes JSON in a query as text, which every generator of clients can send', () => {
    const parameters = operations.flatMap((operation) => operation.parameters ?? []);
    expect(parameters.filter(({ content, schema }) => content ?? !schema)).toEqual([]);
    for (const [path, name] of [
      ['/v1/optimized-route', 'json'],
      ['/v1/batch/geocode', 'focus'],
    ] as const) {
      const [operation] = Object.values(document.paths[path] ?? {});
      const found = operation?.parameters?.find((parameter) => parameter.name === name);
      expect(found?.schema, name).toMatchObject({
        type: 'string',
        contentMediaType: 'application/json',
        contentSchema: { type: 'object' },
      });
    }
  });

  it('has examples that fit their schemas', () => {
    const ajv = new Ajv({ strict: false });
    let count = 0;
    const judge = (name: string, { schema, example }: { schema: object; example?: unknown }) => {
      if (example === undefined) return;
      count += 1;
      expect(ajv.validate(schema, example), `${name}: ${ajv.errorsText()}`).toBe(true);
    };
    for (const { operationId, parameters = [], requestBody } of operations) {
      for (const parameter of parameters) judge(`${operationId} ${parameter.name}`, parameter);
      for (const media of Object.values(requestBody?.content ?? {})) judge(operationId, media);
    }
    expect(count).toBeGreaterThan(30);
  });
});
