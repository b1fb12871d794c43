import { pathTo } from '@pinmark/shared/api/endpoint'
import { loadImage } from '@pinmark/shared/api/images'
import { designLabel } from '@pinmark/shared/design-label'
import type { Design, Project, Version } from '@pinmark/shared/entities/project'
import { pagePaths, type ServedRendition } from '@pinmark/shared/paths'
import type { DesignImageSource } from '../../features/canvas/design-image'
import { preloadedPicturesOf } from '../../ui/first-paint'

interface ShownDesign {
  readonly design: Design
  readonly version: Version
  readonly image: DesignImageSource
}

/** The newest version of the first design. */
export function shownDesignOf({ designs, link }: Pick<Project, 'designs' | 'link'>): ShownDesign {
  const [design] = designs
  const version = design?.versions.at(-1)
  if (!design || !version) throw new Error('A project has at least one design with one version.')
  const { _id, placeholder, width, height, narrowWidth } = version.image
  const preloaded = link.closedAt === null ? preloadedPicturesOf(pagePaths.project(link.id)) : []
  const srcOf = (rendition: ServedRendition) => {
    const src = pathTo(loadImage, { params: { imageId: _id, rendition } })
    return preloaded.find((path) => withoutSeal(path) === withoutSeal(src)) ?? src
  }
  const src = srcOf('view')
  const narrow = narrowWidth === undefined ? undefined : { src: srcOf('narrow'), width: narrowWidth }
  return {
    design,
    version,
    image: { src, placeholder, alt: designLabel(design.title, version.number), width, height, narrow },
  }
}

/** The path of an image without what differs between the owner's address and the link's. While the link is open the
 *  owner's page keeps the picture that the server preloaded by it, and fetches the same bytes only once. */
function withoutSeal(path: string): string {
  return path.replace(/^(\/images\/[\w-]{22})[\w-]{22}\//, '$1/')
}
