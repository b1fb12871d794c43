import type { ImageSummary } from '@pinmark/shared/entities/project'
import type { ImageFacts } from '../models/image'

export function presentImage({ _id, width, height, placeholder }: ImageFacts): ImageSummary {
  return { _id, width, height, placeholder }
}
