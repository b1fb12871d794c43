import { imagePath } from '@pinmark/shared/image-path'
import type { Project } from '@pinmark/shared/entities/project'
import type { ThreadView } from '../../../features/review/thread-view'
import type { DesignTile } from '../../../features/designs/design-list'
import type { VersionRowModel } from '../../../features/versions/version-menu'
import { newestOf, threadsOn, type ShownVersion } from '../../../features/review/views'

/** The versions of the shown design, newest first, each with the counts of the comments that its list shows. */
export function versionRowsOf(
  { owner, can }: Project,
  { design, version: shown }: ShownVersion,
  threads: readonly ThreadView[],
): readonly VersionRowModel[] {
  const newest = newestOf(design)
  return design.versions.toReversed().map((version) => {
    const { _id, number, createdAt, image, note } = version
    const here = threadsOn(threads, { design, version, isOld: _id !== newest._id, isOnly: false }, can)
    const states = here.flatMap(({ comment, state }) => (comment?.deletedAt === null ? [state] : []))
    const open = states.filter((state) => state === 'open').length
    return {
      number,
      isNewest: _id === newest._id,
      isShown: _id === shown._id,
      createdAt,
      by: owner.name,
      note,
      hasBuild: version.build !== undefined,
      thumbnail: imagePath(image._id, 'thumbnail'),
      open,
      resolved: states.length - open,
    }
  })
}

/** The designs in order, each with the counts of the comments shown on its newest version. */
export function designTilesOf(
  { designs, can }: Project,
  shown: ShownVersion,
  threads: readonly ThreadView[],
): readonly DesignTile[] {
  return designs.map((design) => {
    const version = newestOf(design)
    const here = threadsOn(threads, { design, version, isOld: false, isOnly: false }, can)
    const stored = here.filter(({ comment }) => comment?.deletedAt === null)
    return {
      id: design._id,
      title: design.title,
      thumbnail: imagePath(version.image._id, 'thumbnail'),
      width: version.image.width,
      height: version.image.height,
      isShown: design._id === shown.design._id,
      open: stored.filter(({ state }) => state === 'open').length,
      total: stored.length,
      fresh: stored.filter(({ isNew }) => isNew).length,
      version: version.number,
    }
  })
}
