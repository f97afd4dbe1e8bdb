import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readViewerInterface } from '../../tools/docs/viewer-interface.ts';
import { BLANK_PAGE, describeViewer, type ViewerPage } from '../support/viewer-site.ts';
import { CHECKS } from './viewer-checks/checks.ts';
import { PAGES, pageScript } from './viewer-checks/pages.ts';

const VIEWER_INTERFACE = readViewerInterface();

const WAIT_MS = 20_000;

describeViewer('The interface of the viewer', (site) => {
  describe.each(PAGES)('on the page %s', (name) => {
    const entries = VIEWER_INTERFACE.flatMap((entry) => {
      const { on = 'set', works, initial } = CHECKS[entry.name]!;
      return [
        ...(name === 'defaults' && initial !== undefined
          ? [[`${entry.name} = ${entry.default}`, initial] as const]
          : []),
        ...(on === name ? [[entry.name, works] as const] : []),
      ];
    });
    let viewer: ViewerPage;
    beforeAll(async () => {
      viewer = await site().open(BLANK_PAGE, {
        script: pageScript(name),
        isWithoutWebGl: name === 'withoutWebGl',
        viewport: name === 'narrow' ? { width: 300, height: 600 } : { width: 900, height: 600 },
      });
      await viewer.run('made');
    }, 60_000);
    afterAll(() => viewer.close());

    it.each(entries)('%s', async (_what, expression) => {
      await expect.poll(() => viewer.run(expression), { timeout: WAIT_MS }).toBe(true);
    });
  });
});
