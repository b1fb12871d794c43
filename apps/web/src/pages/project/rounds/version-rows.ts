import { pathTo } from '@pinmark/shared/api/endpoint'
import { loadImage } from '@pinmark/shared/api/images'
import type { Project } from '@pinmark/shared/entities/project'
import type { ThreadView } from '../../../features/comments/thread-view'
import type { VersionRowModel } from '../../../features/versions/version-row'
import { newestOf, type ShownVersion } from '../threads-on'

/** The versions of the shown design, newest first, each with the counts of the comments made on it. */
export function versionRowsOf(
  { owner }: Project,
  { design, version: shown }: ShownVersion,
  threads: readonly ThreadView[],
): readonly VersionRowModel[] {
  const newest = newestOf(design)
  return design.versions.toReversed().map(({ _id, number, createdAt, image, note }) => {
    const states = threads.flatMap(({ comment, state, version }) =>
      version === _id && comment?.deletedAt === null ? [state] : [],
    )
    const open = states.filter((state) => state === 'open').length
    return {
      number,
      isNewest: _id === newest._id,
      isShown: _id === shown._id,
      createdAt,
      by: owner.name,
      note,
      thumbnail: pathTo(loadImage, { params: { imageId: image._id, rendition: 'thumbnail' } }),
      open,
      resolved: states.length - open,
    }
  })
}
