import { designTitleSchema } from '@pinmark/shared/entities/design'
import { limits } from '@pinmark/shared/limits'

/** The title of a design from a file: the name of the file without folders and extension.
 *  @param page added to the name, for one of several pages */
export function titleOf(fileName: string, page?: number): string {
  const name = fileName.replace(/^.*[\\/]/, '').replace(/\.\w{1,5}$/, '')
  const end = page === undefined ? '' : ` ${page}`
  const short = [...name].slice(0, limits.designTitle.max - end.length).join('')
  const title = designTitleSchema.safeParse(short)
  return `${title.success ? title.data : 'Design'}${end}`
}
