import { designTitleSchema } from './entities/project'
import { limits } from './limits'
import { composeShort } from './text'

/** A file name without its extension, in NFC: a Mac decomposes its letters. */
export function titleOfFile(name: string): string {
  return composeShort(name).replace(/\.\w{1,5}$/u, '')
}

/** The title of a design that is created from a file: its name without folders and extension.
 *  @param page added to the name, for one of several pages */
export function designTitleOf(fileName: string, page?: number): string {
  const end = page === undefined ? '' : ` ${page}`
  const name = titleOfFile(fileName.replace(/^.*[\\/]/, ''))
  const title = designTitleSchema.safeParse(titleWithEnd(name, end))
  return title.success ? title.data : `Design${end}`
}

/** The title shortened so that a valid title comes out with the end. */
export function titleWithEnd(title: string, end: string): string {
  return [...title].slice(0, limits.designTitle.max - end.length).join('') + end
}

/** `landing-v4.png`, `Landing (final)` and `landing@2x.png` are all `landing`. */
export function bareName(name: string): string {
  const words = titleOfFile(name)
    .toLowerCase()
    .replace(/@\dx$|\(\d+\)/gu, '')
    .split(/[\s_\-–.,()[\]]+/u)
    .filter((word) => word !== '')
  while (words.length > 1 && isEnding(words)) words.pop()
  return words.join(' ')
}

/** The design that a file is named after, apart from endings such as `v4` or `final`, and from what is too long for a title.
 *  `landing` is short for `landing page`, if no design has that name. */
export function designNamedAs<D extends { readonly title: string }>(
  fileName: string,
  designs: readonly D[],
): D | undefined {
  const key = bareName(fileName)
  const named = (name: string) => designs.find(({ title }) => bareName(title) === name)
  return (
    named(key) ??
    named(bareName(titleWithEnd(titleOfFile(fileName), ''))) ??
    designs.find(({ title }) => key !== '' && bareName(title).startsWith(`${key} `))
  )
}

const endings = new Set(['final', 'new', 'latest', 'copy'])

function isEnding(words: readonly string[]): boolean {
  const last = words.at(-1) ?? ''
  return endings.has(last) || /^(?:v|ver|version|rev)\d*$/u.test(last) || isVersionNumber(words)
}

/** Matches the `2` of `version 2`, but not that of `checkout 2`, which belongs to the name. */
function isVersionNumber(words: readonly string[]): boolean {
  return words.length > 2 && /^\d+$/u.test(words.at(-1) ?? '') && /^(?:v|version)$/u.test(words.at(-2) ?? '')
}

/** The title of a design after the next version is added from a file: `Landing v1` is only `Landing` after
 *  `landing-v2.png`, because it now has two versions. */
export function titleAfter(fileName: string, title: string): string {
  if (bareName(fileName) !== bareName(title)) return title
  return title.replace(/(?<=\S)[\s_.-]+v(?:er|ersion)?[\s_.-]?\d+$/iu, '')
}
