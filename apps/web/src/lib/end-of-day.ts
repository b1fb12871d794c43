/** The local day of a time, in the format of a date field: `2026-11-28`. */
export function toDay(instant: Date): string {
  const two = (part: number) => String(part).padStart(2, '0')
  return `${instant.getFullYear()}-${two(instant.getMonth() + 1)}-${two(instant.getDate())}`
}

/** The last second of a local day, as an ISO timestamp. */
export function endOfDay(day: string): string {
  return new Date(`${day}T23:59:59`).toISOString()
}

export function dayAfter(instant: Date, days: number): string {
  const later = new Date(instant)
  later.setDate(later.getDate() + days)
  return toDay(later)
}
