import { imagePath } from '@pinmark/shared/image-path'
import { designLabel } from '@pinmark/shared/design-label'
import type { Project } from '@pinmark/shared/entities/project'
import { pagePaths, type ServedRendition } from '@pinmark/shared/paths'
import type { DesignImageSource } from '../../features/canvas/design-image'
import { preloadedPicturesOf } from '../../ui/first-paint'
import type { ShownVersion } from '../../features/review/views'

/** The picture of a version, as the canvas draws it. */
export function pictureOf(
  { design, version, isOnly }: ShownVersion,
  link: Project['link'],
): DesignImageSource {
  const { _id, placeholder, width, height, narrowWidth } = version.image
  const preloaded = link.closedAt === null ? preloadedPicturesOf(pagePaths.project(link.id)) : []
  const srcOf = (rendition: ServedRendition) => {
    const src = imagePath(_id, rendition)
    return preloaded.find((path) => withoutSeal(path) === withoutSeal(src)) ?? src
  }
  const src = srcOf('view')
  const narrow = narrowWidth === undefined ? undefined : { src: srcOf('narrow'), width: narrowWidth }
  const alt = designLabel(design.title, version.number)
  const name = isOnly ? undefined : `version ${version.number}`
  return { src, placeholder, alt, name, width, height, narrow }
}

/** The path of an image without the seal, which differs between the owner and the link. While the link is
 *  open, the owner's page uses the picture that the server preloaded for the link, instead of fetching the
 *  same bytes again. */
function withoutSeal(path: string): string {
  return path.replace(/^(\/images\/[\w-]{22})[\w-]{22}\//, '$1/')
}
