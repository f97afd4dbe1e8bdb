import type { FastifyReply, FastifyRequest } from 'fastify';
import { firstLanguage, type Language } from '../../base/messages/languages.ts';
import { type DatasetManifest, readManifest } from '../../engine/gazetteer/store/manifest.ts';
import {
  type Compressed,
  CONTENT_SECURITY_POLICY,
  framedSecurityPolicy,
  sendCompressed,
} from '../compressed.ts';
import { varyBy } from '../own-hosts.ts';
import { loadPageAssets, type PageAssets } from './page-assets.ts';
import { type PageContext, pageGround, type PageGround } from './page-frame.ts';

const HTML_TYPE = 'text/html; charset=utf-8';
const HEADERS = {
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
};

/** What pages of a server are made of, and how they are sent. */
export interface Pages {
  assets: PageAssets;
  /** The dataset of the server, where it has one of its own. */
  dataset: DatasetManifest | undefined;
  /** The streets and the water of that dataset. */
  ground: PageGround | undefined;
  contextOf(language: Language): PageContext;
  /** Sends a page that is the same for everybody. */
  sendKept(page: Compressed, request: FastifyRequest, reply: FastifyReply, policy?: string): FastifyReply;
  /** Sends a page that is made for one request, and kept by nobody; `isFramed` for a frame of an allowed origin. */
  sendOnce(text: string, reply: FastifyReply, isFramed?: boolean): FastifyReply;
}

/** Prepares the pages of a server. Errors: those of reading the built files, or the manifest of the dataset. */
export async function preparePages({
  datasetDir,
  hasShapes,
  origins,
  ...common
}: Omit<PageContext, 'language' | 'assets' | 'ground' | 'hasPictures'> & {
  datasetDir: string | undefined;
  hasShapes: boolean;
  /** Sites whose pages may show some of these in a frame. */
  origins: readonly string[];
}): Promise<Pages> {
  const assets = await loadPageAssets();
  const dataset = datasetDir === undefined ? undefined : await readManifest(datasetDir);
  const hasPictures = (dataset?.counts.pictures ?? 0) > 0;
  const ground = dataset && hasShapes ? pageGround(dataset) : undefined;
  const framed = framedSecurityPolicy(origins);
  return {
    assets,
    dataset,
    ground,
    contextOf: (language) => ({ ...common, language, assets, ground, hasPictures }),
    sendKept(page, request, reply, policy = CONTENT_SECURITY_POLICY) {
      void reply.headers({ ...HEADERS, 'content-security-policy': policy, 'cache-control': 'no-cache' });
      varyBy(reply, 'accept-language');
      return sendCompressed(page, request, reply);
    },
    sendOnce: (text, reply, isFramed = false) =>
      reply
        .headers({ ...HEADERS, ...(isFramed && { 'content-security-policy': framed }) })
        .headers({ 'content-type': HTML_TYPE, 'cache-control': 'no-store' })
        .send(text),
  };
}

/** The media type of pages. */
export const PAGE_TYPE = HTML_TYPE;

/**
 * Reports whether a request is that of a person who opens an address in a browser, and not that of a program.
 *
 * Shape: browsers name `text/html` for a page; a client that names JSON as well, or accepts anything, gets JSON.
 */
export function wantsPage({
  method,
  headers: { accept = '' },
}: Pick<FastifyRequest, 'method' | 'headers'>): boolean {
  return (method === 'GET' || method === 'HEAD') && /\btext\/html\b/.test(accept) && !/json/.test(accept);
}

/** Returns the language of the query, else the first of the header `Accept-Language` that the pages have; its weights are ignored. */
export function languageOf({ query, headers }: Pick<FastifyRequest, 'query' | 'headers'>): Language {
  const { lang } = query as Record<string, unknown>;
  const accepted = (headers['accept-language'] ?? '').split(',');
  return firstLanguage([typeof lang === 'string' ? lang : undefined, ...accepted]);
}
