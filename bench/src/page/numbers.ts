/** Three significant digits: 0.123, 4.57, 12.3, 1,235. */
export function short(value: number): string {
  const size = Math.abs(value)
  const digits = size >= 100 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3
  return Number(value.toFixed(digits)).toLocaleString('en-GB', { maximumFractionDigits: digits })
}

/** `min / median / max` */
export function spread(values: readonly number[], median: number): string {
  return [Math.min(...values), median, Math.max(...values)].map(short).join(' / ')
}
