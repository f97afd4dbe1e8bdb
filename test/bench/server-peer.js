// Answers a constant by bare node:http or by Fastify, in a process of its own. Plain JavaScript, so that no loader is in it.
import { Buffer } from 'node:buffer';
import { createServer } from 'node:http';
import process from 'node:process';
import Fastify from 'fastify';

const [kind, body] = process.argv.slice(2);
const headers = {
  'content-type': 'application/json; charset=utf-8',
  'content-length': Buffer.byteLength(body),
};
let port;
if (kind === 'fastify') {
  const app = Fastify({ logger: false });
  app.get('/', (_request, reply) => reply.headers(headers).send(body));
  await app.listen({ host: '127.0.0.1', port: 0 });
  port = app.server.address().port;
} else {
  const server = createServer((_request, response) => response.writeHead(200, headers).end(body));
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = server.address().port;
}
process.send({ port });
