/** A language of instructions. */
export type Language = 'en' | 'vi';

/** Formats a distance: `350 m`, `3.4 km`, `12 km`; in Vietnamese with a decimal comma. */
export function distanceText(meters: number, language: Language): string {
  if (meters < 1000) return `${Math.round(meters)} m`;
  const km = meters / 1000;
  const text = km < 100 ? String(Math.round(km * 10) / 10) : String(Math.round(km));
  return `${language === 'vi' ? text.replace('.', ',') : text} km`;
}

/** Formats a duration: `0 min` for none, `1 min` for anything shorter, `12 mins`, `1 hour 5 mins`; in Vietnamese `12 phút`, `1 giờ 5 phút`. */
export function durationText(seconds: number, language: Language): string {
  if (seconds === 0) return language === 'vi' ? '0 phút' : '0 min';
  const minutes = Math.max(1, Math.round(seconds / 60));
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  if (language === 'vi')
    return [hours > 0 ? `${hours} giờ` : '', rest > 0 ? `${rest} phút` : ''].filter(Boolean).join(' ');
  return [counted(hours, 'hour'), counted(rest, 'min')].filter(Boolean).join(' ');
}

function counted(count: number, unit: string): string {
  return count === 0 ? '' : `${count} ${unit}${count === 1 ? '' : 's'}`;
}
