import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { loadQueuePackages, QUEUE_PACKAGES } from './packages.ts';

it('names the command that installs missing packages', async () => {
  const missing = () => Promise.reject(new Error("Cannot find package 'bullmq'"));
  await expect(loadQueuePackages(missing)).rejects.toMatchObject({
    code: 'NOT_SUPPORTED',
    message: `--queue needs the packages bullmq and ioredis: run npm install ${QUEUE_PACKAGES}`,
  });
});

it('names the versions that package.json has', () => {
  const { devDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    devDependencies: Record<string, string>;
  };
  const { bullmq, ioredis } = devDependencies;
  expect(QUEUE_PACKAGES).toBe(`bullmq@${bullmq} ioredis@${ioredis}`);
  expect(readFileSync('deploy/Dockerfile', 'utf8')).toContain(QUEUE_PACKAGES);
});
