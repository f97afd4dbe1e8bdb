import type * as Sdk from '@aws-sdk/client-s3';
import { loadOptional } from '../base/errors/optional-package.ts';

/** The version that object stores are tested with. */
export const S3_PACKAGE = '@aws-sdk/client-s3@3.1169.0';

/** The package of the object store. */
export type S3Sdk = typeof Sdk;

/** Returns the environment that the SDK reads: it takes no other one. */
export function sdkEnvironment(): NodeJS.ProcessEnv {
  // eslint-disable-next-line no-restricted-properties -- the settings are those of the SDK, not of Geomill
  return process.env;
}

/** Loads the package of the object store. Errors: NOT_SUPPORTED with the command that installs it. */
export function loadS3Sdk(): Promise<S3Sdk> {
  // The SDK says on every start that versions to come will need a newer Node; the one that is installed does not.
  sdkEnvironment().AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= 'true';
  return loadOptional('s3://', S3_PACKAGE, () => import('@aws-sdk/client-s3'));
}
