import { context, propagation, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
  type ReadableSpan,
} from '@opentelemetry/sdk-trace-base';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadTracing, tracing } from '../../src/base/tracing/tracing.ts';
import { openService } from '../../src/runtime/open-service.ts';
import { createServer as createGeomill } from '../../src/server/create-server.ts';
import { geomill } from './cli-harness.ts';

const exporter = new InMemorySpanExporter();
const TRACE = '0af7651916cd43dd8448eb211c80319c';
const PARENT = 'b7ad6b7169203331';

let folder: string;
let service: Server;
let seen: IncomingHttpHeaders[] = [];
let statuses: number[] = [];
const address = () => `http://127.0.0.1:${(service.address() as AddressInfo).port}/v1`;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'geomill-tracing-'));
  await writeFile(join(folder, 'in.csv'), 'address\n"1 Lê Lợi, Huế"\n"2 Lê Lợi, Huế"\n');
  service = createServer((request, response) => {
    seen.push(request.headers);
    response.writeHead(statuses.shift() ?? 200, { 'content-type': 'application/json' });
    response.end('{"type":"FeatureCollection","features":[],"bbox":[],"errors":null}');
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
});
beforeEach(() => {
  trace.setGlobalTracerProvider(
    new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }),
  );
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  exporter.reset();
  seen = [];
  statuses = [];
});
const unregister = async () => {
  trace.disable();
  context.disable();
  propagation.disable();
  await loadTracing();
};
afterAll(async () => {
  await unregister();
  await new Promise((resolve) => service.close(resolve));
  await rm(folder, { recursive: true });
});

const spans = (kind: SpanKind) => exporter.getFinishedSpans().filter((span) => span.kind === kind);
const named = (name: string) =>
  exporter.getFinishedSpans().find((span) => span.name === name) as ReadableSpan;
const run = (output: string) =>
  geomill(
    [
      'run',
      'geocode',
      '--input',
      join(folder, 'in.csv'),
      '--output',
      join(folder, output),
      '--service',
      address(),
      '--no-cache',
    ],
    { GEOMILL_API_KEY: 'secret-key' },
  );

describe('spans of OpenTelemetry', () => {
  it('follow a run: its chunks, and the requests below them, which pass the trace on', async () => {
    statuses = [500];
    const { exitCode, stderr } = await run('traced');
    expect(exitCode, stderr).toBe(0);
    const [whole, chunk, requests] = [named('run geocode'), named('chunk'), spans(SpanKind.CLIENT)];
    expect(chunk.parentSpanContext?.spanId).toBe(whole.spanContext().spanId);
    expect(chunk.attributes).toEqual({ 'geomill.chunk.first_row': 1, 'geomill.chunk.rows': 2 });
    // One of the two is sent again.
    expect(requests).toHaveLength(3);
    for (const request of requests) {
      expect(request.name).toBe('GET /v1/geocode/forward');
      expect(request.parentSpanContext?.spanId).toBe(chunk.spanContext().spanId);
      expect(request.attributes).toMatchObject({
        'http.request.method': 'GET',
        'url.full': `${address()}/geocode/forward`,
        'server.address': '127.0.0.1',
      });
    }
    const failed = requests.filter(({ status }) => status.code === SpanStatusCode.ERROR);
    expect(failed.map(({ attributes }) => attributes['error.type'])).toEqual(['500']);
    const sent = requests.map((span) => `00-${span.spanContext().traceId}-${span.spanContext().spanId}-01`);
    expect(seen.map(({ traceparent }) => traceparent).sort()).toEqual(sent.sort());
    const attributes = JSON.stringify(exporter.getFinishedSpans().map((span) => span.attributes));
    expect(attributes).not.toMatch(/secret-key|Lê Lợi|L%C3%AA/);
  });

  it('fail with the code of the error', async () => {
    await writeFile(join(folder, 'empty.csv'), '');
    await geomill([
      'run',
      'geocode',
      '--input',
      join(folder, 'empty.csv'),
      '--output',
      join(folder, 'empty'),
    ]);
    expect(named('run geocode').attributes['error.type']).toBe('INPUT_BAD');
  });

  it('of a server continue the trace of its client, down to the requests of a gateway', async () => {
    const opened = await openService({ kind: 'remote', baseUrl: address(), cacheDir: false });
    const server = await createGeomill({ service: opened.service });
    const response = await server.app.inject({
      url: '/v1/geocode/forward?text=1+L%C3%AA+L%E1%BB%A3i',
      headers: { traceparent: `00-${TRACE}-${PARENT}-01` },
    });
    expect(response.statusCode).toBe(200);
    await vi.waitFor(() => expect(spans(SpanKind.SERVER)).toHaveLength(1), 20_000);
    const [span] = spans(SpanKind.SERVER) as [ReadableSpan];
    expect(span.name).toBe('GET /v1/geocode/forward');
    expect(span.spanContext().traceId).toBe(TRACE);
    expect(span.parentSpanContext?.spanId).toBe(PARENT);
    expect(span.attributes).toMatchObject({
      'http.route': '/v1/geocode/forward',
      'url.path': '/v1/geocode/forward',
      'http.response.status_code': 200,
    });
    const [request] = spans(SpanKind.CLIENT);
    expect(request?.parentSpanContext?.spanId).toBe(span.spanContext().spanId);
    await server.stop();
    await opened.close();
  });

  it('are not begun, and no header is sent, where no tracer is registered', async () => {
    await unregister();
    expect((await run('plain')).exitCode).toBe(0);
    expect(tracing()).toBeUndefined();
    expect(seen).toHaveLength(2);
    expect(seen.some((headers) => 'traceparent' in headers)).toBe(false);
    expect(exporter.getFinishedSpans()).toEqual([]);
  });
});
