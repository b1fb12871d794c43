import { designLabel } from '@pinmark/shared/design-label'
import type { Design, Project, Version } from '@pinmark/shared/entities/project'
import { apiPaths } from '@pinmark/shared/paths'
import type { DesignImageSource } from '../../features/canvas/design-image'

interface ShownDesign {
  readonly design: Design
  readonly version: Version
  readonly image: DesignImageSource
}

/** The newest version of the first design. */
export function shownDesignOf({ designs }: Pick<Project, 'designs'>): ShownDesign {
  const [design] = designs
  const version = design?.versions.at(-1)
  if (!design || !version) throw new Error('A project has at least one design with one version.')
  const { _id, placeholder, width, height, narrowWidth } = version.image
  const src = apiPaths.image(_id, 'view')
  const narrow =
    narrowWidth === undefined ? undefined : { src: apiPaths.image(_id, 'narrow'), width: narrowWidth }
  return {
    design,
    version,
    image: { src, placeholder, alt: designLabel(design.title, version.number), width, height, narrow },
  }
}
