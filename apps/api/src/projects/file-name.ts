import { titleOfFile } from '@pinmark/shared/design-name'

/** Code points. Names of uploaded files may be longer than names made of titles. */
const ownMaxLength = 200

/** A file name from a text. Characters with a special meaning for file systems or download dialogs become
 *  dashes. */
export function fileNameOf(name: string, maxLength = 60): string {
  const plain = name.replace(/[\\/:*?"<>|%]+/g, '-')
  const short = [...plain].slice(0, maxLength).join('')
  return short.replace(/^[.\s-]+|[.\s-]+$/g, '') || 'design'
}

/** The name under which an upload is downloaded: its own, with the extension of what is stored of it. Characters that
 *  cannot be shown are left out, because they could disguise the extension. */
export function ownFileNameOf(uploadName: string, contentType: string): string {
  const name = uploadName.replace(/^.*[\\/]/, '').replace(/\p{C}/gu, '')
  const end = /\.(\w{1,5})$/.exec(name)?.[1] ?? ''
  const type = extensionOf(contentType)
  const isOwn = end.toLowerCase().replace('jpeg', 'jpg') === type
  return `${fileNameOf(titleOfFile(name), ownMaxLength)}.${isOwn ? end : type}`
}

/** The name of one of several pages: `Checkout.pdf` -> `Checkout 2.png` */
export function pageFileName(fileName: string, page: number): string {
  return `${titleOfFile(fileName)} ${page}.png`
}

/** `image/jpeg` -> `jpg`, `image/svg+xml` -> `svg` */
export function extensionOf(contentType: string): string {
  return contentType.replace(/^image\/|\+xml$/g, '').replace('jpeg', 'jpg')
}
