import { message } from '../base/messages/message.ts';
import { failure, GeomillError } from '../base/errors/geomill-error.ts';

const TIMEOUT_MS = 10_000;

/**
 * Checks that a remote service is a server of Geomill, so that all workers share one rate, one quota and one cache.
 *
 * Errors: USAGE if it is not; SERVICE_DOWN if it does not answer.
 */
export async function requireGateway(baseUrl: string): Promise<void> {
  const { origin } = new URL(baseUrl);
  let response: Response;
  try {
    response = await fetch(new URL('/openapi.json', origin), {
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
  } catch (cause) {
    throw new GeomillError('SERVICE_DOWN', message('queue.gatewaySilent', { origin }), { cause });
  }
  const document = (await response.json().catch(() => undefined)) as
    { info?: { title?: string } } | undefined;
  if (document?.info?.title === 'Geomill') return;
  throw failure('USAGE', 'queue.notAGateway', { origin, baseUrl });
}
