import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { loadMcpSdk, MCP_PACKAGE } from './packages.ts';

it('names the command that installs the missing package', async () => {
  const missing = () => Promise.reject(new Error("Cannot find package '@modelcontextprotocol/sdk'"));
  await expect(loadMcpSdk(missing)).rejects.toMatchObject({
    code: 'NOT_SUPPORTED',
    message: `MCP needs the package @modelcontextprotocol/sdk: run npm install ${MCP_PACKAGE}`,
  });
});

it('names the version that package.json has', () => {
  const { devDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    devDependencies: Record<string, string>;
  };
  expect(MCP_PACKAGE).toBe(`@modelcontextprotocol/sdk@${devDependencies['@modelcontextprotocol/sdk']}`);
});
