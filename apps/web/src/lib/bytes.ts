/** `0 KB`, `110 KB`, `3.4 MB`, `1.2 GB`: with factors of 1,024, as in file managers. Only an empty file has 0 KB. */
export function formatBytes(bytes: number): string {
  if (bytes < 1024 * 1024) return `${Math.max(Math.sign(bytes), Math.round(bytes / 1024))} KB`
  if (bytes < 1024 ** 3) return `${round(bytes / 1024 ** 2)} MB`
  return `${round(bytes / 1024 ** 3)} GB`
}

/** The size of an image in the format of the error about too large images. */
export function wholeMegabytes(bytes: number): number {
  return Math.ceil(bytes / 1024 ** 2)
}

function round(value: number): string {
  return value >= 10 ? String(Math.round(value)) : value.toFixed(1).replace(/\.0$/, '')
}
