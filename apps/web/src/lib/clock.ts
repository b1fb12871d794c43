import { m } from '@pinmark/words/messages'
import { useSyncExternalStore } from 'react'
import { pageLocale } from './format'
import { serverNow } from './server-time'

/** Dates as the page shows them: in its language, and in the viewer's time zone. English dates are British. */

interface Formats {
  readonly date: Intl.DateTimeFormat
  readonly dateTime: Intl.DateTimeFormat
  readonly time: Intl.DateTimeFormat
  readonly relative: Intl.RelativeTimeFormat
}

let formats: Formats | null = null

/** Made once, because a page shows hundreds of dates, and not before its language is known. */
function formatsOfPage(): Formats {
  const locale = pageLocale()
  const day = { day: 'numeric', month: 'short', year: 'numeric' } as const
  const minutes = { hour: '2-digit', minute: '2-digit' } as const
  return (formats ??= {
    date: new Intl.DateTimeFormat(locale, day),
    dateTime: new Intl.DateTimeFormat(locale, { ...day, ...minutes }),
    time: new Intl.DateTimeFormat(locale, minutes),
    // With "auto", an age of 24 to 48 hours would be "yesterday", even if it was the day before.
    relative: new Intl.RelativeTimeFormat(locale, { numeric: 'always' }),
  })
}

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** `14 Nov 2026` */
export function formatDate(instant: string): string {
  return formatsOfPage().date.format(new Date(instant))
}

/** `14 Nov 2026, 10:42` */
export function formatDateTime(instant: string): string {
  return formatsOfPage().dateTime.format(new Date(instant))
}

/** `10:42` */
export function formatTime(instant: string): string {
  return formatsOfPage().time.format(new Date(instant))
}

/** `5 minutes ago` within a week, the full date after it. If the clock is a little behind, `just now`. */
export function formatRelative(instant: string, now: number): string {
  const { relative } = formatsOfPage()
  const ageMs = now - new Date(instant).getTime()
  if (ageMs < minuteMs) return m.just_now()
  if (ageMs < hourMs) return relative.format(-Math.floor(ageMs / minuteMs), 'minute')
  if (ageMs < dayMs) return relative.format(-Math.floor(ageMs / hourMs), 'hour')
  if (ageMs < 7 * dayMs) return relative.format(-Math.floor(ageMs / dayMs), 'day')
  return formatDateTime(instant)
}

const stepMs = 60_000

/** The server's time in whole minutes, for every relative time on the page. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => Math.floor(serverNow() / stepMs) * stepMs)
}

function subscribe(listener: () => void): () => void {
  const timer = setInterval(listener, stepMs / 4)
  return () => clearInterval(timer)
}

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
