import { OPERATIONS } from '../../contract/catalogue.ts';
import type { Operation } from '../../contract/operation.ts';
import { ImageryCollection, type ImageryLink } from '../../contract/records/imagery.ts';
import { BODY_FAILURES, describeFailures } from '../openapi-document.ts';
import { pathOf } from '../operation-routes.ts';
import { readRequest } from '../read-request.ts';
import { withOwnHrefs } from '../imagery-behind.ts';
import type { ServerPlugin } from '../server-context.ts';

const OPERATION: Operation = { ...OPERATIONS.searchImagery, method: 'POST' };

/** Adds `POST /search`, with the parameters as a JSON object: `intersects` may be a geometry of any size. Source: STAC API 1.0.0, item search. */
export const addImageryPost: ServerPlugin = (app, { authorize, answer, bill, imageryFiles, openapi }) => {
  const path = pathOf(OPERATION);
  app.post(path, { onRequest: authorize('searchImagery') }, async (request, reply) => {
    const parameters = readRequest(OPERATION, request);
    const response = JSON.parse(await answer('searchImagery', parameters)) as ImageryCollection;
    bill(request, 'searchImagery');
    const { page = 1 } = parameters as { page?: number };
    const links = (response.links ?? []).map((link) => postLink(link, parameters, page));
    const content = { ...response, links };
    const own = imageryFiles ? withOwnHrefs(content, imageryFiles, request) : content;
    return reply.type('application/geo+json; charset=utf-8').send(JSON.stringify(own));
  });
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
};

/** Returns the link to another page as a request by POST. */
function postLink(link: ImageryLink, parameters: Record<string, unknown>, page: number): object {
  const step = link.rel === 'next' ? 1 : link.rel === 'prev' ? -1 : undefined;
  if (step === undefined) return link;
  const { intersects, ...others } = parameters;
  const geometry = typeof intersects === 'string' ? { intersects: JSON.parse(intersects) as unknown } : {};
  return { ...link, href: 'search', method: 'POST', body: { ...others, ...geometry, page: page + step } };
}
