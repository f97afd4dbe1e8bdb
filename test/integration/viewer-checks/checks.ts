import type { Checks } from './check.ts';
import { PHOTO_CHECKS } from './photo-checks.ts';
import { PLUGIN_CHECKS } from './plugin-checks.ts';
import { TOUR_CHECKS } from './tour-checks.ts';

/** All checks of the viewer's interface. */
export const CHECKS: Checks = { ...PHOTO_CHECKS, ...PLUGIN_CHECKS, ...TOUR_CHECKS };
