const maxLength = 60

/** A name for a file of it. Characters that a file system or a download dialog takes for something else become dashes. */
export function fileNameOf(name: string): string {
  const plain = name.replace(/[\\/:*?"<>|%]+/g, '-')
  const short = [...plain].slice(0, maxLength).join('')
  return short.replace(/^[.\s-]+|[.\s-]+$/g, '') || 'design'
}

/** `image/jpeg` -> `jpg`, `image/svg+xml` -> `svg` */
export function extensionOf(contentType: string): string {
  return contentType.replace(/^image\/|\+xml$/g, '').replace('jpeg', 'jpg')
}
