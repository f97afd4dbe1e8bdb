import { fill } from '../kit/texts.ts';

/** The sentences of failed requests. */
export type FailureTexts = Readonly<
  Record<
    | 'unreachable'
    | 'keyMissing'
    | 'keyWrong'
    | 'keyRefused'
    | 'tooMany'
    | 'tooManyUntil'
    | 'notSupported'
    | 'badRequest'
    | 'behind'
    | 'failed',
    string
  >
>;

/** A failed response, as its page sees it. Shape: `message` is the English sentence of the server. */
export interface Failed {
  status: number;
  message: string;
  retryAfter: string | null;
  hasKey: boolean;
}

/** Returns what a person reads of a failed request: what happened, and what to do. */
export function failureText(texts: FailureTexts, { status, message, retryAfter, hasKey }: Failed): string {
  switch (status) {
    case 400:
    case 404:
    case 414:
      return fill(texts.badRequest, { message });
    case 401:
      return hasKey ? texts.keyWrong : texts.keyMissing;
    case 403:
      return fill(texts.keyRefused, { message });
    case 429: {
      const seconds = Number(retryAfter);
      return seconds > 0 ? fill(texts.tooManyUntil, { n: seconds }) : texts.tooMany;
    }
    case 501:
      return fill(texts.notSupported, { message });
    case 502:
    case 503:
    case 504:
      return fill(texts.behind, { message });
    default:
      return fill(texts.failed, { status, message });
  }
}
