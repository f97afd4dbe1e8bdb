import { describe, expect, it } from 'vitest';
import { readViewerInterface } from '../../tools/docs/viewer-interface.ts';
import { CHECKS } from '../integration/viewer-checks/checks.ts';
import { PAGES } from '../integration/viewer-checks/pages.ts';

const VIEWER_INTERFACE = readViewerInterface();

describe('the interface of the viewer', () => {
  it('has a check in a browser for each name, and for each default', () => {
    const names = VIEWER_INTERFACE.map(({ name }) => name);
    expect(names.length).toBeGreaterThan(100);
    expect(new Set(names).size).toBe(names.length);
    expect(Object.keys(CHECKS).sort()).toEqual([...names].sort());
    const withoutDefault = VIEWER_INTERFACE.filter(
      (entry) => entry.default !== undefined && CHECKS[entry.name]?.initial === undefined,
    );
    expect(withoutDefault.map(({ name }) => name)).toEqual([]);
  });

  it('has checks on pages that there are, which say something', () => {
    for (const [name, { on = 'set', works, initial = 'x' }] of Object.entries(CHECKS)) {
      expect(PAGES, name).toContain(on);
      expect([works, initial], name).not.toContain('true');
    }
  });
});
