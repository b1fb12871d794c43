import { m } from '@pinmark/words/messages'
import { formatNumber } from './format'

/** `0 KB`, `110 KB`, `3.4 MB`, `1.2 GB`: with factors of 1,024, as in file managers. Only an empty file has 0 KB. */
export function formatBytes(bytes: number): string {
  if (bytes < 1024 * 1024) return m.size_kb({ size: Math.max(Math.sign(bytes), Math.round(bytes / 1024)) })
  if (bytes < 1024 ** 3) return formatMegabytes(round(bytes / 1024 ** 2))
  return formatGigabytes(round(bytes / 1024 ** 3))
}

export function formatMegabytes(size: number): string {
  return m.size_mb({ size: formatNumber(size) })
}

export function formatGigabytes(size: number): string {
  return m.size_gb({ size: formatNumber(size) })
}

/** The size of an image in the format of the error about too large images. */
export function wholeMegabytes(bytes: number): number {
  return Math.ceil(bytes / 1024 ** 2)
}

/** One decimal below 10. */
function round(value: number): number {
  return value >= 10 ? Math.round(value) : Math.round(value * 10) / 10
}
