/** Writes a number without an exponent, as texts with coordinates need it. Guarantee: exact but for digits after the twelfth. */
export function decimalText(value: number): string {
  const text = String(value);
  return text.includes('e') ? value.toFixed(12).replace(/\.?0+$/, '') : text;
}
