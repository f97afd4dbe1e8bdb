import { afterEach, beforeEach } from 'vitest';
import { startS3Server, type S3Server } from './s3-server.ts';

/** Variables for a process that uses the server. */
export function s3Variables({ endpoint }: S3Server): Record<string, string> {
  return {
    AWS_ENDPOINT_URL: endpoint,
    AWS_ACCESS_KEY_ID: 'AKIATESTACCESSKEY',
    AWS_SECRET_ACCESS_KEY: 'test-secret-key-that-no-file-may-hold',
    AWS_EC2_METADATA_DISABLED: 'true',
    // The files of whoever runs the tests.
    AWS_CONFIG_FILE: '/dev/null',
    AWS_SHARED_CREDENTIALS_FILE: '/dev/null',
  };
}

/** Starts a server for each test, and lets the SDK of this process use it. */
export function useS3(partBytesAtLeast?: number): () => S3Server {
  let server: S3Server;
  let before: NodeJS.ProcessEnv;
  beforeEach(async () => {
    server = await startS3Server(partBytesAtLeast);
    before = { ...process.env };
    Object.assign(process.env, s3Variables(server));
  });
  afterEach(async () => {
    for (const name of Object.keys(s3Variables(server)))
      if (before[name] === undefined) delete process.env[name];
      else process.env[name] = before[name];
    await server.close();
  });
  return () => server;
}
