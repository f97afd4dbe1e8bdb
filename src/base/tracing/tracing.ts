import type * as Otel from '@opentelemetry/api';
import { GeomillError } from '../errors/geomill-error.ts';

const PACKAGE = '@opentelemetry/api';
/** What `npm install` takes. */
export const TRACING_PACKAGE = `${PACKAGE}@1.9.0`;
/** Where a registered SDK is, as every copy of the package looks for it. */
const REGISTERED = Symbol.for('opentelemetry.js.api.1');
/** Longest wait for the exporter at the end. */
const FLUSH_MS = 3000;

/** Attributes of a span, by their names in the semantic conventions of OpenTelemetry. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** Who begins and who answers: a request that is sent, one that is received, or work of this process. */
export type SpanKind = 'client' | 'server' | 'internal';

/** A span that has begun. */
export interface TraceSpan {
  set(attributes: SpanAttributes): void;
  rename(name: string): void;
  /** Marks the span as failed. Shape: `type` is a status or an error code, without text of the user. */
  fail(type: string): void;
  end(): void;
  /** Calls a function whose spans are children of this one. */
  run<T>(work: () => T): T;
  /** Returns the headers that pass the span on: `traceparent`, and `tracestate` where there is one. */
  headers(): Record<string, string>;
}

/** Spans of a tracer that the user has registered. */
export interface Tracing {
  /** Begins a span, the child of the current one, or of that in the headers of a request. */
  start(name: string, kind: SpanKind, attributes: SpanAttributes, headers?: object): TraceSpan;
  /** Waits until ended spans are exported, some seconds at most. */
  flush(): Promise<void>;
}

let active: Tracing | undefined;

/** Returns the spans of the registered tracer; undefined where none is registered. */
export const tracing = (): Tracing | undefined => active;

/**
 * Looks for a registered tracer of OpenTelemetry, and uses it from now on.
 *
 * Cost: none where no SDK is registered: the package is not even looked for.
 */
export async function loadTracing(load: () => Promise<unknown> = loadTracingPackage): Promise<void> {
  if ((globalThis as Record<symbol, unknown>)[REGISTERED] === undefined) {
    active = undefined;
    return;
  }
  const api = (await load().catch(() => undefined)) as typeof Otel | undefined;
  const provider = api?.trace.getTracerProvider() as Partial<Otel.ProxyTracerProvider> | undefined;
  // Metrics or logs may be registered without traces.
  active = api && provider?.getDelegateTracer?.('geomill') ? createTracing(api) : undefined;
}

/** Loads the package of the tracer. Errors: NOT_SUPPORTED with the command that installs it. */
export async function loadTracingPackage(): Promise<unknown> {
  try {
    return (await import(PACKAGE)) as unknown;
  } catch (cause) {
    throw new GeomillError(
      'NOT_SUPPORTED',
      `spans need the package ${PACKAGE}: run npm install ${TRACING_PACKAGE}`,
      {
        cause,
      },
    );
  }
}

/** Calls a function within a span, if there is a tracer. The span fails with the function. */
export async function inSpan<T>(
  name: string,
  attributes: SpanAttributes,
  work: () => Promise<T>,
): Promise<T> {
  const span = active?.start(name, 'internal', attributes);
  if (span === undefined) return work();
  try {
    return await span.run(work);
  } catch (error) {
    const { code, name: type } = error as { code?: unknown; name?: string };
    span.fail(typeof code === 'string' ? code : (type ?? 'Error'));
    throw error;
  } finally {
    span.end();
  }
}

function createTracing(api: typeof Otel): Tracing {
  const tracer = api.trace.getTracer('geomill');
  const kinds = { client: api.SpanKind.CLIENT, server: api.SpanKind.SERVER, internal: api.SpanKind.INTERNAL };
  return {
    start(name, kind, attributes, headers) {
      const current = api.context.active();
      const parent = headers === undefined ? current : api.propagation.extract(current, headers);
      const span = tracer.startSpan(name, { kind: kinds[kind], attributes: { ...attributes } }, parent);
      return toSpan(api, span, api.trace.setSpan(parent, span));
    },
    async flush() {
      const provider = api.trace.getTracerProvider() as Partial<Otel.ProxyTracerProvider>;
      const { forceFlush } = (provider.getDelegate?.() ?? {}) as { forceFlush?: () => Promise<void> };
      if (forceFlush === undefined) return;
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, FLUSH_MS)));
      await Promise.race([forceFlush.call(provider.getDelegate?.()).catch(() => undefined), late]);
      clearTimeout(timer);
    },
  };
}

function toSpan(api: typeof Otel, span: Otel.Span, context: Otel.Context): TraceSpan {
  return {
    set: (attributes) => void span.setAttributes({ ...attributes }),
    rename: (name) => void span.updateName(name),
    fail(type) {
      span.setAttribute('error.type', type);
      span.setStatus({ code: api.SpanStatusCode.ERROR });
    },
    end: () => span.end(),
    run: (work) => api.context.with(context, work),
    headers() {
      const carrier: Record<string, string> = {};
      api.propagation.inject(context, carrier);
      return carrier;
    },
  };
}
