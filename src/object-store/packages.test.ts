import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { loadS3Sdk, S3_PACKAGE } from './packages.ts';

it('names the command that installs the missing package', async () => {
  const missing = () => Promise.reject(new Error('Cannot find package'));
  await expect(loadS3Sdk(missing)).rejects.toMatchObject({
    code: 'NOT_SUPPORTED',
    message: `s3:// needs the package @aws-sdk/client-s3: run npm install ${S3_PACKAGE}`,
  });
});

it('names the version that package.json has', () => {
  const { devDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    devDependencies: Record<string, string>;
  };
  expect(S3_PACKAGE).toBe(`@aws-sdk/client-s3@${devDependencies['@aws-sdk/client-s3']}`);
});
