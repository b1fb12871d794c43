/** Three significant digits: 0.123, 4.57, 12.3, 1,235. */
export function formatNumber(value: number): string {
  const size = Math.abs(value)
  const digits = size >= 100 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3
  return Number(value.toFixed(digits)).toLocaleString('en-GB', { maximumFractionDigits: digits })
}

/** `min / median / max` */
export function formatSpread(values: readonly number[], median: number): string {
  return [Math.min(...values), median, Math.max(...values)].map(formatNumber).join(' / ')
}

/** `4 min 31 s`. */
export function formatMinutes(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000)
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}
