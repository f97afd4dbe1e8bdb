import { expect, it } from 'vitest';
import { loadOptional } from './optional-package.ts';

it('names the command that installs missing packages', async () => {
  const missing = () => Promise.reject(new Error("Cannot find package 'bullmq'"));
  await expect(loadOptional('--queue', 'bullmq@6.7.0 ioredis@6.0.0', missing)).rejects.toMatchObject({
    code: 'NOT_SUPPORTED',
    message: '--queue needs the packages bullmq and ioredis: run npm install bullmq@6.7.0 ioredis@6.0.0',
  });
  await expect(loadOptional('MCP', '@a/sdk@1.0.0', missing)).rejects.toMatchObject({
    message: 'MCP needs the package @a/sdk: run npm install @a/sdk@1.0.0',
  });
});
