import { message, type Message } from '../messages/message.ts';
import { editDistance } from './edit-distance.ts';

/**
 * Returns the known name most similar to a name, or undefined.
 *
 * Shape: case and the separators `-`, `_`, `.`, `/` and space are ignored; a third of the letters may be wrong, or the name may be
 * the beginning of the right one.
 */
export function nearestName(name: string, names: readonly string[]): string | undefined {
  const wanted = plain(name);
  if (wanted === '') return undefined;
  const bound = Math.max(1, Math.floor(wanted.length / 3));
  let best: { name: string; distance: number } | undefined;
  for (const candidate of names) {
    const distance = editDistance(wanted, plain(candidate), bound);
    if (distance <= bound && distance < (best?.distance ?? Infinity)) best = { name: candidate, distance };
  }
  if (best) return best.name;
  return wanted.length < 3 ? undefined : names.find((candidate) => plain(candidate).startsWith(wanted));
}

/** Returns the end of a message about an unknown name: the most similar known name, or all known names. */
export function suggestion(name: string, names: readonly string[]): Message {
  const nearest = nearestName(name, names);
  return nearest === undefined
    ? message('suggestion.known', { names })
    : message('suggestion.didYouMean', { name: nearest });
}

const plain = (name: string) => name.toLowerCase().replace(/[-_./ ]/g, '');
