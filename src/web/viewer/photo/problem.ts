import { PSVError } from '@photo-sphere-viewer/core';
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

/**
 * Returns the problem of a jump that failed.
 *
 * Shape: an error of Photo Sphere Viewer is one of the options of the tour, another that is none of the imagery service's one of the picture file.
 */
export function problemOf(error: unknown, { viewer, t }: LanguageTexts, place: ProblemPlace): Problem {
  if (error instanceof PSVError)
    return { title: viewer.loadError, advice: t('viewerPart.tourFaultAdvice', { words: error.message }) };
  if (!(error instanceof ImageryFailure))
    return { title: viewer.loadError, advice: t('viewerPart.loadErrorAdvice') };
  switch (error.reason) {
    case 'refused':
      return place.hasKey
        ? { title: t('viewerPart.keyRefused'), advice: t('viewerPart.keyRefusedAdvice') }
        : { title: t('viewerPart.keyMissing'), advice: t('viewerPart.keyMissingAdvice') };
    case 'limited':
      return { title: t('viewerPart.limited'), advice: t('viewerPart.limitedAdvice') };
    case 'unknownPicture':
      return { title: t('viewerPart.unknownPicture'), advice: t('viewerPart.unknownPictureAdvice') };
    case 'failed':
      return {
        title: t('viewerPart.serviceFailed', { status: error.status ?? '' }),
        advice: t('viewerPart.serviceFailedAdvice'),
      };
    case 'unreachable':
      return {
        title: t('viewerPart.unreachable'),
        advice:
          new URL(place.root).origin === place.origin
            ? t('viewerPart.unreachableAdvice')
            : t('viewerPart.otherOriginAdvice', { root: place.root, origin: place.origin }),
      };
  }
}
