/**
 * Returns a Unix time as `2026-01-31 12:30:05` (UTC).
 *
 * @param {number | string} seconds
 */
export function timeText(seconds) {
  return new Date(Number(seconds) * 1000).toISOString().slice(0, 19).replace('T', ' ');
}

/**
 * Returns how long ago a Unix time was, in its largest unit.
 *
 * @param {number | string} seconds
 * @param {number} nowMs
 */
export function ageText(seconds, nowMs) {
  const age = Math.round(nowMs / 1000 - Number(seconds));
  if (age < -5) return 'in the future';
  if (age < 60) return `${Math.max(0, age)} s ago`;
  if (age < 3_600) return `${Math.floor(age / 60)} min ago`;
  if (age < 86_400) return `${Math.floor(age / 3_600)} h ago`;
  return `${Math.floor(age / 86_400)} d ago`;
}
