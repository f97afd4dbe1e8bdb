import { englishText, isMessage, type Message } from '../../src/base/messages/message.ts';

type InEnglish<T> = T extends Message
  ? string
  : T extends readonly (infer Each)[]
    ? InEnglish<Each>[]
    : T extends object
      ? { [Name in keyof T]: InEnglish<T[Name]> }
      : T;

/** Returns a value with the English text in place of each message in it. */
export function inEnglish<T>(value: T): InEnglish<T>;
export function inEnglish(value: unknown): unknown {
  if (isMessage(value) && Object.keys(value).every((name) => name === 'code' || name === 'values'))
    return englishText(value);
  if (Array.isArray(value)) return value.map((each: unknown) => inEnglish(each));
  const isPlain =
    typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
  return isPlain
    ? Object.fromEntries(Object.entries(value).map(([name, each]) => [name, inEnglish(each as unknown)]))
    : value;
}
