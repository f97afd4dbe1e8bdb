import { expect, it } from 'vitest';
import { openService } from './open-service.ts';
import type { ServiceSettings } from './service-settings.ts';

it.each([
  [{ datasetDir: 'data' }, 'left out'],
  [{ kind: 'cloud' }, '"cloud"'],
])('refuses settings of no known kind: %j', async (settings, told) => {
  await expect(openService(settings as unknown as ServiceSettings)).rejects.toMatchObject({
    code: 'USAGE',
    message: `kind of a service is "local" or "remote", not ${told}`,
  });
});
