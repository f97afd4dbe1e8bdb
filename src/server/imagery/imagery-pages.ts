import { message } from '../../base/messages/message.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { OPERATIONS } from '../../contract/catalogue.ts';
import { ImageryCollection, ImageryItem } from '../../contract/records/imagery.ts';
import { GeomillError } from '../../base/errors/geomill-error.ts';
import { type PictureIndex, openPictureIndex } from '../../engine/imagery/index/picture-index.ts';
import { writeStac } from '../../engine/imagery/stac/links.ts';
import {
  countPictures,
  getCollection,
  getItem,
  listCollections,
  listItems,
  listPictures,
  type StacCollection,
} from '../../engine/imagery/stac/collections.ts';
import { conformance, landingPage } from '../../engine/imagery/stac/landing-page.ts';
import { itemOf } from '../../engine/imagery/items/item.ts';
import { imageryPage, viewContextOf } from './imagery-html.ts';
import { addImagerySearch, sendCollection } from './imagery-search.ts';
import {
  collectionsView,
  collectionView,
  conformanceView,
  itemView,
  type ImageryView,
  type ViewContext,
} from './imagery-views.ts';
import { languageOf, wantsPage } from '../pages/pages.ts';
import type { OpenApiOperation } from '../openapi-document.ts';
import { ROOTS } from '../operation-routes.ts';
import { createQuery } from '../parse-query.ts';
import { readRequest } from '../read-request.ts';
import { Refusal } from '../refusal.ts';
import type { ServerPlugin, ServerContext } from '../server-context.ts';
import { rootOf, sendPageBehind } from '../imagery-behind.ts';
import { once } from '../../engine/gazetteer/once.ts';
import { openPictures } from '../../engine/gazetteer/open-dataset.ts';
import { readManifest } from '../../engine/gazetteer/store/manifest.ts';

const ROOT = ROOTS.imagery;
const DEFAULT_LIMIT = 10;
/** Pictures on the page of a collection. */
const PAGE_PICTURES = 24;
/** Most pictures on a page for people. */
const MOST_PAGE_PICTURES = 100;
/** Pictures of a collection in the list of collections. */
const STRIP_PICTURES = 3;
const JSON_TYPE = 'application/json; charset=utf-8';
const GEOJSON_TYPE = 'application/geo+json; charset=utf-8';

const LIST = { type: 'array', items: { type: 'object' } };
const objectOf = (properties: Readonly<Record<string, object>>) => ({
  type: 'object',
  required: Object.keys(properties),
  properties,
});

/** One page: its path below the root of the imagery service, and its content. */
interface Page {
  path: string;
  summary: string;
  type: string;
  schema: object;
  read: (index: PictureIndex, request: FastifyRequest) => object;
  /** What a person sees of it; `content` is what was read, with absolute addresses. */
  view: (content: object, context: ViewContext, index: PictureIndex) => ImageryView;
}

function viewCollections(_content: object, context: ViewContext, index: PictureIndex): ImageryView {
  const page = { limit: STRIP_PICTURES, page: 1 };
  return collectionsView(listCollections(index).collections, context, (id) => ({
    count: countPictures(index, id),
    first: listItems(index, id, page)?.features ?? [],
  }));
}

const PAGES: readonly Page[] = [
  {
    path: '',
    summary: 'Returns the landing page of the imagery service, a STAC catalogue.',
    type: JSON_TYPE,
    schema: { type: 'object' },
    read: (index) =>
      landingPage(index, [
        { rel: 'service-desc', href: '/openapi.json', type: 'application/vnd.oai.openapi+json;version=3.1' },
      ]),
    view: viewCollections,
  },
  {
    path: '/conformance',
    summary: 'Returns the conformance classes of the imagery service.',
    type: JSON_TYPE,
    schema: objectOf({ conformsTo: { type: 'array', items: { type: 'string' } } }),
    read: () => conformance(),
    view: (content, context) => conformanceView(content as ReturnType<typeof conformance>, context),
  },
  {
    path: '/collections',
    summary: 'Returns all collections of street pictures.',
    type: JSON_TYPE,
    schema: objectOf({ collections: LIST, links: LIST }),
    read: (index) => listCollections(index),
    view: viewCollections,
  },
  {
    path: '/collections/:collection',
    summary: 'Returns a collection of street pictures.',
    type: JSON_TYPE,
    schema: objectOf({ id: { type: 'string' }, extent: { type: 'object' }, links: LIST }),
    read(index, request) {
      const { collection } = request.params as { collection: string };
      return getCollection(index, collection) ?? refuseUnknown('collection');
    },
    view(content, context, index) {
      const collection = content as StacCollection;
      const page = { limit: PAGE_PICTURES, page: 1 };
      const items = listItems(index, collection.id, page) ?? refuseUnknown('collection');
      return collectionView(collection, countPictures(index, collection.id), items, context);
    },
  },
  {
    path: '/collections/:collection/items',
    summary: 'Returns the street pictures of a collection, in the order in which they were taken.',
    type: GEOJSON_TYPE,
    schema: ImageryCollection,
    read(index, request) {
      const { collection } = request.params as { collection: string };
      return listItems(index, collection, readPage(request)) ?? refuseUnknown('collection');
    },
    view(content, context, index) {
      const items = content as ImageryCollection;
      const href = items.links?.find(({ rel }) => rel === 'collection')?.href ?? '';
      const id = decodeURIComponent(href.slice(href.lastIndexOf('/') + 1));
      const collection = getCollection(index, id) ?? refuseUnknown('collection');
      return collectionView(collection, countPictures(index, id), items, context);
    },
  },
  {
    path: '/collections/:collection/items/:item',
    summary: 'Returns a street picture.',
    type: GEOJSON_TYPE,
    schema: ImageryItem,
    read(index, request) {
      const { collection, item } = request.params as { collection: string; item: string };
      return getItem(index, collection, item) ?? refuseUnknown('picture in this collection');
    },
    view: (content, context) => itemView(content as ImageryItem, context),
  },
];

/**
 * Creates the function that returns the street pictures: those that the service has opened, else those of the dataset, opened on the first call.
 *
 * Errors: NOT_SUPPORTED for a gateway and for a dataset without pictures; DATASET_BAD.
 */
function createPictureOpener({
  datasetDir,
  pictures,
}: Pick<ServerContext, 'datasetDir' | 'pictures'>): () => Promise<PictureIndex> {
  const opened = pictures ?? once(() => openPicturesOf(datasetDir));
  return async () => {
    const index = await opened();
    if (index !== undefined) return index;
    throw new GeomillError('NOT_SUPPORTED', message('server.noPictures'));
  };
}

async function openPicturesOf(datasetDir: string | undefined): Promise<PictureIndex | undefined> {
  if (datasetDir === undefined) {
    throw new GeomillError('NOT_SUPPORTED', message('server.noImageryService'));
  }
  const tables = await openPictures({ dir: datasetDir, manifest: await readManifest(datasetDir), files: {} });
  return tables && openPictureIndex(tables);
}

/** Adds the pages by which a STAC client browses the pictures: of a local dataset, or those of the service behind a gateway. Source: STAC API 1.0.0. */
export const addImageryPages: ServerPlugin = (app, context) => {
  const { authorize, imageryFiles, openapi, pages } = context;
  const pictures = createPictureOpener(context);
  addImagerySearch(app, context, pictures);
  for (const page of PAGES) {
    const path = ROOT + page.path;
    const route = {
      method: 'GET' as const,
      onRequest: authorize('searchImagery'),
      config: { isPage: true },
      handler: async (request: FastifyRequest, reply: FastifyReply) => {
        if (imageryFiles) return sendPageBehind(imageryFiles, request, reply, queryBehind(page, request));
        const index = await pictures();
        if (page.path.endsWith('/items') && !wantsPage(request)) return sendItems(index, request, reply);
        const root = rootOf(request);
        const content = writeStac(page.read(index, request), root);
        if (!wantsPage(request)) return reply.type(page.type).send(JSON.stringify(content));
        const frame = pages.contextOf(languageOf(request));
        const view = page.view(content, viewContextOf(request, root, frame), index);
        const address = `${request.protocol}://${request.host}${request.url.split('?', 1)[0]}`;
        return pages.sendOnce(imageryPage(frame, request, view, { json: content, address }), reply);
      },
    };
    app.route({ ...route, url: path });
    // The address of the root in links of STAC.
    if (page.path === '') app.route({ ...route, url: `${path}/` });
    openapi[path.replace(/:(\w+)/g, '{$1}')] = { get: describePage(page) };
  }
};

/** Sends the pictures of a collection as fast as the client takes them. */
function sendItems(index: PictureIndex, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { collection } = request.params as { collection: string };
  const { pictures, links } =
    listPictures(index, collection, readPage(request)) ?? refuseUnknown('collection');
  const root = rootOf(request);
  return sendCollection(reply.type(GEOJSON_TYPE), {
    pictures,
    textOf: (picture) => JSON.stringify(writeStac(itemOf(index, picture), root)),
    links: writeStac({ links }, root).links,
  });
}

/** The parameters of a page for the service behind. Errors: INVALID_REQUEST. */
function queryBehind({ path }: Page, request: FastifyRequest): string {
  if (!path.endsWith('/items')) return '';
  const { limit, page } = readPage(request);
  return new URLSearchParams({ limit: String(limit), page: String(page) }).toString();
}

function readPage(request: FastifyRequest): { limit: number; page: number } {
  const {
    limit: given = DEFAULT_LIMIT,
    page = 1,
    ...others
  } = readRequest(OPERATIONS.searchImagery, wantsPage(request) ? withoutLanguage(request) : request);
  const [other] = Object.keys(others);
  if (other !== undefined) {
    throw new GeomillError('INVALID_REQUEST', message('server.itemsParameters', { name: other, path: ROOT }));
  }
  const limit = wantsPage(request) ? Math.min(given as number, MOST_PAGE_PICTURES) : (given as number);
  return { limit, page: page as number };
}

/** The language of a page is no parameter of the interface. */
function withoutLanguage({ query }: FastifyRequest): Pick<FastifyRequest, 'query' | 'body'> {
  const others = Object.assign(createQuery(), query) as Record<string, unknown>;
  delete others['lang'];
  return { query: others, body: undefined };
}

function refuseUnknown(what: string): never {
  throw new Refusal(404, `There is no such ${what}.`);
}

function describePage({ path, summary, type, schema }: Page): OpenApiOperation {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  const paging = path.endsWith('/items') ? ['limit', 'page'] : [];
  const { properties } = OPERATIONS.searchImagery.shapes.only.parameters;
  const parameters = [
    ...names.map((name) => ({
      name,
      in: 'path',
      required: true,
      description: name === 'item' ? 'id of the picture' : 'id of the collection',
      schema: { type: 'string' },
    })),
    ...paging.map((name) => ({ name, in: 'query', schema: properties[name as 'limit' | 'page'] })),
  ];
  const [mediaType = ''] = type.split(';');
  const failures = ['400', '401', '403', '404', '429', '501'];
  return {
    tags: ['imagery'],
    operationId: `imagery${path.replace(/[/:](\w?)/g, (_, letter: string) => letter.toUpperCase()) || 'Landing'}`,
    summary,
    description: 'STAC API 1.0.0.',
    ...(parameters.length > 0 ? { parameters } : {}),
    responses: {
      200: { description: 'the response', content: { [mediaType]: { schema } } },
      ...Object.fromEntries(
        failures.map((status) => [status, { $ref: '#/components/responses/ImageryError' }]),
      ),
    },
  };
}
