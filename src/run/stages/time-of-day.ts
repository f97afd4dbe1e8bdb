const TIME = /^([01]?\d|2[0-3])\s*[:hH.]\s*([0-5]\d)?$/;
const DAY_SECONDS = 86_400;

/** Parses a time of day (`08:30`, `8h30`, `8h`). Units: seconds from midnight; undefined for any other text. */
export function readTimeOfDay(text: string): number | undefined {
  const match = TIME.exec(text.trim());
  return match ? Number(match[1]) * 3600 + Number(match[2] ?? 0) * 60 : undefined;
}

/** Returns a time of day as text, `+1` for the next day: `08:30:00`, `00:15:00+1`. */
export function timeOfDayText(seconds: number): string {
  const whole = Math.round(seconds);
  const days = Math.floor(whole / DAY_SECONDS);
  const two = (value: number) => String(value).padStart(2, '0');
  const rest = whole % DAY_SECONDS;
  const text = `${two(Math.floor(rest / 3600))}:${two(Math.floor(rest / 60) % 60)}:${two(rest % 60)}`;
  return days > 0 ? `${text}+${days}` : text;
}
