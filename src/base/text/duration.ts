const UNITS = [
  { name: 'd', seconds: 86_400 },
  { name: 'h', seconds: 3600 },
  { name: 'min', seconds: 60 },
  { name: 's', seconds: 1 },
] as const;

/** Formats a duration in its two largest units: `0.4 s`, `3 min 20 s`, `2 d 4 h`. Shape: `decimal` writes a number with one decimal. Units: seconds. */
export function formatDuration(seconds: number, decimal = (value: number) => value.toFixed(1)): string {
  if (seconds < 9.95) return `${decimal(seconds)} s`;
  const whole = Math.round(seconds);
  const at = UNITS.findIndex((unit) => whole >= unit.seconds);
  const [large, small] = [UNITS[at], UNITS[at + 1]];
  if (!large || !small) return `${whole} s`;
  const rest = Math.floor((whole % large.seconds) / small.seconds);
  const first = `${Math.floor(whole / large.seconds)} ${large.name}`;
  return rest === 0 ? first : `${first} ${rest} ${small.name}`;
}
