import { AppError } from '@pinmark/shared/errors'
import { errorCatalogue } from '@pinmark/shared/messages'
import { wholeMegabytes } from '../../lib/bytes'
import { isDesignFile } from '../../ui/design-files'

/** The reason why the server would refuse a file, before it is sent; null if the server has to decide. */
export function imageProblem(image: File, maxMb: number | undefined): string | null {
  if (!isDesignFile(image)) return errorCatalogue.image_not_supported.text
  if (maxMb === undefined || image.size <= maxMb * 1024 * 1024) return null
  return new AppError('image_too_large', { params: { size: wholeMegabytes(image.size), limit: maxMb } })
    .message
}
