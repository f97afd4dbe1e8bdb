import { fill } from '../../kit/texts.ts';
import { ImageryFailure } from '../imagery/imagery-client.ts';
import type { LanguageTexts } from '../context/texts.ts';

/** A fault as a user reads it: what is wrong, and what to do. */
export interface Problem {
  title: string;
  advice: string;
}

/** Where the request that failed came from, and where it went. */
export interface ProblemPlace {
  /** Root of the imagery service. */
  root: string;
  /** Origin of the page. */
  origin: string;
  hasKey: boolean;
}

/** Returns the problem of a jump that failed. Shape: an error that is none of the imagery service's is one of the picture file. */
export function problemOf(error: unknown, { viewer, own }: LanguageTexts, place: ProblemPlace): Problem {
  if (!(error instanceof ImageryFailure)) return { title: viewer.loadError, advice: own.loadErrorAdvice };
  switch (error.reason) {
    case 'refused':
      return place.hasKey
        ? { title: own.keyRefused, advice: own.keyRefusedAdvice }
        : { title: own.keyMissing, advice: own.keyMissingAdvice };
    case 'limited':
      return { title: own.limited, advice: own.limitedAdvice };
    case 'unknownPicture':
      return { title: own.unknownPicture, advice: own.unknownPictureAdvice };
    case 'failed':
      return {
        title: fill(own.serviceFailed, { status: error.status ?? '' }),
        advice: own.serviceFailedAdvice,
      };
    case 'unreachable':
      return {
        title: own.unreachable,
        advice:
          new URL(place.root).origin === place.origin
            ? own.unreachableAdvice
            : fill(own.otherOriginAdvice, { root: place.root, origin: place.origin }),
      };
  }
}
