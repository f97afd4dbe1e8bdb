import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { MCP_PACKAGE } from '../../src/mcp/packages.ts';
import { S3_PACKAGE } from '../../src/object-store/packages.ts';
import { QUEUE_PACKAGES } from '../../src/queue/connection.ts';

it.each([MCP_PACKAGE, S3_PACKAGE, QUEUE_PACKAGES])('the versions that are named are tested: %s', (named) => {
  const { devDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    devDependencies: Record<string, string>;
  };
  for (const each of named.split(' ')) {
    const at = each.lastIndexOf('@');
    expect(devDependencies[each.slice(0, at)]).toBe(each.slice(at + 1));
  }
});

it('the image of a worker has those of the queue', () => {
  const names = QUEUE_PACKAGES.split(' ').map((each) => each.slice(0, each.lastIndexOf('@')));
  expect(readFileSync('deploy/Dockerfile', 'utf8')).toContain(`ARG OPTIONAL='${names.join(' ')}'`);
});
