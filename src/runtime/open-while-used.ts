import { OPERATION_NAMES, type OperationName } from '../contract/catalogue.ts';
import type { AnyPort, CallContext, GeoService } from '../contract/service.ts';
import type { OpenedService } from './opened-service.ts';

/**
 * Returns a service that is open only while a call is in progress: a process that waits for its user must not keep others from a key.
 *
 * Errors: of a call, those of opening the service too.
 */
export function openWhileUsed(open: () => Promise<OpenedService>): GeoService {
  let opened: Promise<OpenedService> | undefined;
  let closing: Promise<void> = Promise.resolve();
  let calls = 0;

  async function leave(): Promise<void> {
    calls -= 1;
    if (calls > 0) return;
    const last = opened;
    opened = undefined;
    closing = (async () => {
      // A failed start is the caller's failure already.
      const service = await last?.catch(() => undefined);
      await service?.close();
    })();
    await closing;
  }
  const call =
    (name: OperationName) => async (parameters: Record<string, unknown>, context?: CallContext) => {
      calls += 1;
      try {
        opened ??= closing.catch(() => undefined).then(open);
        const { service } = await opened;
        return await (service as unknown as AnyPort)[name](parameters, context);
      } finally {
        await leave();
      }
    };
  return Object.fromEntries(OPERATION_NAMES.map((name) => [name, call(name)])) as unknown as GeoService;
}
