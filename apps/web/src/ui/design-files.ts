/** What a file input offers to choose: the server says which of these it takes. */
export const designFileTypes = 'image/*,application/pdf'

export function isPdf({ type }: File): boolean {
  return type === 'application/pdf'
}

/** Whether a file may become a design, judged by the type that the browser gives it. */
export function isDesignFile(file: File): boolean {
  return file.type.startsWith('image/') || isPdf(file)
}
