const maxLength = 60

/** A file name from a text. Characters with a special meaning for file systems or download dialogs become
 *  dashes. */
export function fileNameOf(name: string): string {
  const plain = name.replace(/[\\/:*?"<>|%]+/g, '-')
  const short = [...plain].slice(0, maxLength).join('')
  return short.replace(/^[.\s-]+|[.\s-]+$/g, '') || 'design'
}

/** `image/jpeg` -> `jpg`, `image/svg+xml` -> `svg` */
export function extensionOf(contentType: string): string {
  return contentType.replace(/^image\/|\+xml$/g, '').replace('jpeg', 'jpg')
}
