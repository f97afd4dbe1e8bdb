import type { Translate } from '../../base/messages/translate.ts';

/** A failed response, as its page sees it. Shape: `message` is the English sentence of the server. */
export interface Failed {
  status: number;
  message: string;
  retryAfter: string | null;
  hasKey: boolean;
}

/** Returns what a person reads of a failed request: what happened, and what to do. */
export function failureText(t: Translate, { status, message, retryAfter, hasKey }: Failed): string {
  switch (status) {
    case 400:
    case 404:
    case 414:
      return t('failure.badRequest', { message });
    case 401:
      return hasKey ? t('failure.keyWrong') : t('failure.keyMissing');
    case 403:
      return t('failure.keyRefused', { message });
    case 429: {
      const seconds = Number(retryAfter);
      return seconds > 0 ? t('failure.tooManyUntil', { n: seconds }) : t('failure.tooMany');
    }
    case 501:
      return t('failure.notSupported', { message });
    case 502:
    case 503:
    case 504:
      return t('failure.behind', { message });
    default:
      return t('failure.failed', { status, message });
  }
}
