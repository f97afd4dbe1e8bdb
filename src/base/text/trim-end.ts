/** Returns a text without those of the given characters at its end. Cost: linear, where `/[signs]+$/` tries again at each of them. */
export function trimEnd(text: string, signs: string): string {
  let end = text.length;
  while (end > 0 && signs.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}
