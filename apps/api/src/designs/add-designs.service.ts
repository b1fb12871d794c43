import * as designsApi from '@pinmark/shared/api/designs'
import { designTitleOf, titleWithEnd } from '@pinmark/shared/design-name'
import type { AddedDesigns } from '@pinmark/shared/entities/design'
import { AppError } from '@pinmark/shared/errors'
import { limits } from '@pinmark/shared/limits'
import { waiterFor, type Actor } from '../core/actor'
import type { ImageKeys } from '../images/image-keys'
import { nameUpload } from '../accounts/name-upload'
import { permit } from '../core/permit'
import { requireProject } from '../core/refusal'
import { addDesign, findUploaded } from './designs.record'
import { storeEvents } from '../core/event'
import type { DesignRecord, ProjectRecord, VersionRecord } from '../projects/project.record'
import { inTransaction } from '../mongo/transaction'
import type { VersionImage } from './version-image.record'
import { choosePages } from '../images/renditions/choose-pages'
import { newPublicId } from '../base/ids'
import { tryAgain } from '../base/failures'
import { pageFileName } from '../projects/file-name'
import { presentDesign } from '../projects/project.presenter'
import { storeUpload, type UploadOptions } from './store-upload'

interface NewDesignsOptions {
  imageKeys: ImageKeys
  /** The chosen pages of each PDF; default: all. */
  pages: string | undefined
  idempotencyKey: string | undefined
}

interface NewDesignFile {
  index: number
  name: string
  /** The bytes, or the error why they did not arrive. */
  content: Pick<DesignUpload, 'bytes' | 'drawn' | 'captured'> | AppError
}

interface DesignUpload {
  bytes: Buffer
  /** What the sender's browser drew of it. */
  drawn: Buffer | undefined
  /** The lines that the sender has captured with it. */
  captured: Buffer | undefined
  /** The title, unless the project has it already. */
  name: string
  fileName: string
  index: number
  page: number | undefined
}

const { action } = designsApi.addDesigns

/** Adds designs, one for each file and one for each page of a PDF. Each design is added independently: a
 *  refused file is reported, and the others are still added. Designs that an earlier try with the same
 *  Idempotency-Key added are part of the answer, and are not added again.
 *  @throws AppError project_not_found, sign_in_required, session_ended, not_allowed */
export async function startAddingDesigns(
  actor: Actor,
  projectId: string,
  { imageKeys, pages: chosen, idempotencyKey, ...options }: UploadOptions & NewDesignsOptions,
) {
  const project = await requireProject(actor, projectId, action)
  const imageKey = imageKeys.for(actor, project)
  const added: AddedDesigns = { designs: [], failed: [] }
  let firstRefusal: AppError | null = null

  const store = async ({ name, fileName, index, ...sent }: DesignUpload) => {
    const { bytes, page } = sent
    const upload = await nameUpload(actor, idempotencyKey, bytes, index, page)
    const known = findUploaded(project, upload)
    if (known) return known.design
    const title = distinctTitle(name, [...project.designs, ...added.designs])
    return storeUpload(actor, { project, ...sent, fileName }, options, async (image) => {
      const design = designFrom(title, { ...image, upload }, project.round.number)
      const changed = await inTransaction(async (session) => {
        const found = await addDesign(permit(actor, projectId, action), design, session)
        const happened = design.versions.map(
          ({ publicId: version, createdAt: at }) => ({ kind: 'version', version, at }) as const,
        )
        if (found) await storeEvents(found, happened, session)
        return found
      })
      if (changed) return { isTaken: true, result: design }
      // The first try may have ended while this one was being prepared.
      const present = await requireProject(actor, projectId, action)
      const repeated = findUploaded(present, upload)
      if (repeated) return { isTaken: false, result: repeated.design }
      throw reasonOf(present)
    })
  }

  /** Rejects only with errors that the file did not cause. */
  const attempt = async (file: { index: number; file: string; page?: number }, add: () => Promise<void>) => {
    try {
      await add()
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      firstRefusal ??= error
      added.failed.push({ ...file, error: error.message, code: error.code })
    }
  }

  return {
    /** Adds one file, or the chosen pages of a PDF. */
    add: ({ index, name: file, content }: NewDesignFile): Promise<void> =>
      attempt({ index, file }, async () => {
        if (content instanceof AppError) throw content
        const pdf = await choosePages(content.bytes, chosen, waiterFor(actor))
        for (const page of pdf?.pages ?? [undefined])
          await attempt({ index, file, ...(page !== undefined && { page }) }, async () => {
            const ofSeveral = pdf && pdf.count > 1 ? page : undefined
            const design = await store({
              ...{ ...content, index, page, name: designTitleOf(file, ofSeveral) },
              fileName: ofSeveral === undefined ? file : pageFileName(file, ofSeveral),
            })
            added.designs.push(presentDesign(design, imageKey))
          })
      }),
    /** The added designs. If there are none, throws the first refusal. */
    end: (): AddedDesigns => {
      if (added.designs.length > 0) return added
      throw firstRefusal ?? new AppError('image_required')
    },
  }
}

function designFrom(
  title: string,
  image: VersionImage & Pick<VersionRecord, 'upload'>,
  round: number,
): DesignRecord {
  const version = { publicId: newPublicId(), number: 1, note: '', round, ...image, createdAt: new Date() }
  return { publicId: newPublicId(), title, nextVersion: 2, versions: [version] }
}

function reasonOf({ designs, versionCount }: ProjectRecord): AppError {
  const { designsPerProject, versionsPerProject } = limits
  if (designs.length >= designsPerProject)
    return new AppError('design_limit_reached', { params: { limit: designsPerProject } })
  if (versionCount >= versionsPerProject)
    return new AppError('version_limit_reached', { params: { limit: versionsPerProject } })
  // Room was made in between.
  return tryAgain()
}

/** The same title, or `Title (2)` and so on if the project has it already. */
function distinctTitle(title: string, designs: readonly Pick<DesignRecord, 'title'>[]): string {
  const taken = new Set(designs.map((design) => design.title))
  let distinct = title
  for (let count = 2; taken.has(distinct); count += 1) distinct = titleWithEnd(title, ` (${count})`)
  return distinct
}
