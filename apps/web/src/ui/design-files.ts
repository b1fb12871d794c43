/** The types that a file input offers. The server decides which of these files it accepts. */
export const designFileTypes = 'image/*,application/pdf'

export function isPdf({ type }: File): boolean {
  return type === 'application/pdf'
}

/** Whether a file may become a design, judged by the type that the browser gives it. */
export function isDesignFile(file: File): boolean {
  return file.type.startsWith('image/') || isPdf(file)
}
