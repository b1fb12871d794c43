import { AppError, errorSentence } from '@pinmark/shared/page-errors'
import { wholeMegabytes } from '../../lib/bytes'

/** The reason why the server would refuse a file, before it is sent; null if the server has to decide. Only the server
 *  can judge the kind of a file: browsers know no type of many files that it accepts. */
export function imageProblem(image: File, maxMb: number | undefined): string | null {
  if (image.size === 0) return errorSentence('image_empty')
  if (maxMb === undefined || image.size <= maxMb * 1024 * 1024) return null
  return new AppError('image_too_large', { params: { size: wholeMegabytes(image.size), limit: maxMb } })
    .message
}
