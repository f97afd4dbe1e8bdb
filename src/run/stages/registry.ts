import { autocomplete } from './autocomplete.ts';
import { children } from './children.ts';
import { convert } from './convert.ts';
import { direction } from './direction.ts';
import { forcode } from './forcode.ts';
import { geocode } from './geocode.ts';
import { imagery } from './imagery.ts';
import { nearby } from './nearby.ts';
import { place } from './place.ts';
import { reverse } from './reverse.ts';
import { route } from './route.ts';
import type { StageDefinition } from './stage.ts';

/** The kinds of stages, by name. A new one is one file and one line here. */
export const STAGES: Readonly<Record<string, StageDefinition>> = {
  geocode,
  reverse,
  forcode,
  nearby,
  imagery,
  autocomplete,
  place,
  children,
  route,
  direction,
  convert,
};
