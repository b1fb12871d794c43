import { publicIdSchema } from '@pinmark/shared/entities/primitives'
import type { Actor } from '../../access/actor'
import { permit } from '../../access/permit'
import { findRendition } from '../../models/image'
import { ProjectModel } from '../../models/project'
import type { SharedPage } from './page-head'

/** Programs that unfurl links refuse pictures much larger than this. */
const unfurlMaxBytes = 1024 * 1024

/** What anyone who has the link may know about the project; null when a guest may not see it. */
export async function findSharedPage(actor: Actor, linkId: string): Promise<SharedPage | null> {
  if (!publicIdSchema.safeParse(linkId).success) return null
  // A page is opened without a token: its head says what a guest may see, whoever asks.
  const guest: Actor = { ...actor, user: null, token: 'none' }
  const project = await ProjectModel.findOne(permit(guest, linkId, 'view'), {
    name: 1,
    description: 1,
    designs: 1,
  }).lean()
  const image = project?.designs[0]?.versions.at(-1)?.image
  if (!project || !image) return null

  const jpeg = await findRendition(image, 'jpeg')
  const isLight = jpeg !== null && jpeg.length <= unfurlMaxBytes
  return {
    name: project.name,
    description: project.description,
    image,
    unfurl: isLight
      ? { rendition: 'jpeg', contentType: 'image/jpeg' }
      : { rendition: 'thumbnail', contentType: 'image/webp' },
  }
}
