import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { OPERATIONS } from '../../contract/catalogue.ts';
import type { Operation } from '../../contract/operation.ts';
import { ImageryCollection, type ImageryLink } from '../../contract/records/imagery.ts';
import type { PictureIndex } from '../../engine/imagery/index/picture-index.ts';
import { itemOf } from '../../engine/imagery/items/item.ts';
import { AS_NUMBERS, type NumberedPage } from '../../engine/imagery/search-imagery.ts';
import { writeStac } from '../../engine/imagery/stac/links.ts';
import { rootOf, withOwnHrefs } from '../imagery-behind.ts';
import { BODY_FAILURES, describeFailures } from '../openapi-document.ts';
import { answerInTime, pathOf } from '../operation-routes.ts';
import { readRequest } from '../read-request.ts';
import type { ServerContext } from '../server-context.ts';

/** A page of items that are written one by one. */
interface ItemsPage {
  pictures: readonly number[];
  /** Returns an item as JSON text. */
  textOf: (picture: number) => string;
  links: readonly object[];
}

/** Items that are sent as one text, with its length. */
const AT_ONCE = 20;
/** Text that is written before the client has taken the one before. Units: characters. */
const PART_CHARACTERS = 64 << 10;

/**
 * Sends a page of items as a GeoJSON collection.
 *
 * Guarantee: beside the numbers of its pictures and its links a page of any size has some 100 kB of memory; what the client does not take is not written.
 */
export function sendCollection(reply: FastifyReply, page: ItemsPage): FastifyReply {
  if (page.pictures.length <= AT_ONCE) return reply.send([...partsOf(page)].join(''));
  return reply.send(
    Readable.from(inTurn(partsOf(page)), { objectMode: false, highWaterMark: PART_CHARACTERS }),
  );
}

function* partsOf({ pictures, textOf, links }: ItemsPage): Generator<string> {
  let part = '{"type":"FeatureCollection","features":[';
  for (const [at, picture] of pictures.entries()) {
    part += (at === 0 ? '' : ',') + textOf(picture);
    if (part.length < PART_CHARACTERS) continue;
    yield part;
    part = '';
  }
  yield `${part}],"links":${JSON.stringify(links)}}`;
}

/** Lets other requests have their turn after each part: a client on the same machine takes them as fast as they are written. */
async function* inTurn(parts: Iterable<string>): AsyncGenerator<string> {
  for (const part of parts) {
    yield part;
    await setImmediate();
  }
}

const NAME = 'searchImagery';
const OPERATION: Operation = OPERATIONS[NAME];

/**
 * Adds `/search`, by GET, and by POST with the parameters as a JSON object: `intersects` may be longer than an address. Source: STAC API 1.0.0, item search.
 *
 * Shape: a thread finds the pictures, and their items are written here, as fast as the client takes them. A gateway hands on what the service behind it answers.
 */
export function addImagerySearch(
  app: FastifyInstance,
  context: ServerContext,
  pictures: () => Promise<PictureIndex>,
): void {
  const { authorize, bill, datasetDir, imageryFiles, openapi } = context;
  const path = pathOf(OPERATION);
  const isLocal = datasetDir !== undefined || context.pictures !== undefined;
  for (const method of ['GET', 'POST'] as const) {
    const operation = { ...OPERATION, method };
    const type = `application/${method === 'GET' ? 'json' : 'geo+json'}; charset=utf-8`;
    const handler = async (request: FastifyRequest, reply: FastifyReply) => {
      const parameters = readRequest(operation, request, reply);
      const query = isLocal ? { ...parameters, ...AS_NUMBERS } : parameters;
      const body = await answerInTime(context, [request, reply], NAME, query);
      bill(request, NAME);
      const found = JSON.parse(body) as ImageryCollection & Partial<NumberedPage>;
      const root = rootOf(request);
      const links = method === 'GET' ? (found.links ?? []) : postLinks(found.links, parameters);
      void reply.type(type);
      if (found.numbers) {
        const index = await pictures();
        return sendCollection(reply, {
          pictures: found.numbers,
          textOf: (picture) => JSON.stringify(writeStac(itemOf(index, picture), root)),
          links: writeStac({ links }, root).links,
        });
      }
      const content = { ...found, links };
      return reply.send(
        JSON.stringify(
          imageryFiles ? withOwnHrefs(content, imageryFiles, request) : writeStac(content, root),
        ),
      );
    };
    app.route({ method, url: path, onRequest: authorize(NAME), handler });
  }
  openapi[path] = {
    ...openapi[path],
    post: {
      tags: ['imagery'],
      operationId: 'searchImageryByPost',
      summary: OPERATION.summary,
      description: 'The parameters of the GET request as a JSON object. STAC API 1.0.0.',
      requestBody: { content: { 'application/json': { schema: { type: 'object' } } } },
      responses: {
        200: {
          description: 'the response',
          content: { 'application/geo+json': { schema: ImageryCollection } },
        },
        ...describeFailures({ $ref: '#/components/responses/ImageryError' }, BODY_FAILURES),
      },
    },
  };
}

/** Returns the links of a page, those to other pages as requests by POST. */
function postLinks(links: readonly ImageryLink[] = [], parameters: Record<string, unknown>): object[] {
  const { page = 1 } = parameters as { page?: number };
  return links.map((link) => postLink(link, parameters, page));
}

function postLink(link: ImageryLink, parameters: Record<string, unknown>, page: number): object {
  const step = link.rel === 'next' ? 1 : link.rel === 'prev' ? -1 : undefined;
  if (step === undefined) return link;
  const { intersects, ...others } = parameters;
  const geometry = typeof intersects === 'string' ? { intersects: JSON.parse(intersects) as unknown } : {};
  return { ...link, href: 'search', method: 'POST', body: { ...others, ...geometry, page: page + step } };
}
