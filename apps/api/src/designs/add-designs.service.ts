import * as designsApi from '@pinmark/shared/api/designs'
import { designTitleOf, titleWithEnd } from '@pinmark/shared/design-name'
import type { AddedDesigns } from '@pinmark/shared/entities/design'
import { AppError } from '@pinmark/shared/errors'
import { limits } from '@pinmark/shared/limits'
import { newPublicId } from '../base/ids'
import { waiterFor, type Actor } from '../core/actor'
import { changeProject } from '../core/change-project'
import { requireProject } from '../core/refusal'
import type { Unit } from '../core/unit'
import type { SentBytes, SentFile } from '../http/body/upload'
import type { ImageKeys } from '../images/image-keys'
import { choosePages } from '../images/renditions/render'
import { pageFileName } from '../projects/file-name'
import { presentDesign } from '../projects/project.presenter'
import type { DesignRecord } from '../projects/project.record'
import { findUploaded, setDesigns } from './project-designs'
import { type Linked, nameUpload, storeUpload, type UploadOptions } from './store-upload'
import type { VersionImage } from './version-image.record'

interface NewDesignsOptions {
  imageKeys: ImageKeys
  /** The chosen pages of each PDF; default: all. */
  pages: string | undefined
  idempotencyKey: string | undefined
}

interface DesignUpload extends SentBytes {
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
    const upload = await nameUpload(actor, idempotencyKey, sent.bytes, index, sent.page)
    const known = findUploaded(project, upload)
    if (known) return known.design
    return storeUpload(actor, { project, ...sent, fileName }, options, (image) =>
      changeProject(actor, projectId, action, (unit) => addDesign(unit, name, { image, upload })),
    )
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
    add: ({ index, name: file, content }: SentFile): Promise<void> =>
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

interface NewDesign {
  image: VersionImage
  upload: string | undefined
}

/** Adds a design as the last one, unless its upload was already added. */
function addDesign(unit: Unit, name: string, { image, upload }: NewDesign): Linked<DesignRecord> {
  const { designs, versionCount, round } = unit.project
  const repeated = findUploaded(unit.project, upload)
  if (repeated) return { isTaken: false, result: repeated.design }
  const { designsPerProject, versionsPerProject } = limits
  if (designs.length >= designsPerProject)
    throw new AppError('design_limit_reached', { params: { limit: designsPerProject } })
  if (versionCount >= versionsPerProject)
    throw new AppError('version_limit_reached', { params: { limit: versionsPerProject } })

  const createdAt = new Date()
  const version = { publicId: newPublicId(), number: 1, note: '', round: round.number, ...image, createdAt }
  const design = {
    publicId: newPublicId(),
    title: distinctTitle(name, designs),
    nextVersion: 2,
    versions: [{ ...version, ...(upload !== undefined && { upload }) }],
  }
  setDesigns(unit, { designs: [...designs, design], versionCount: versionCount + 1 })
  unit.emit({ kind: 'version', version: version.publicId }, createdAt)
  return { isTaken: true, result: design }
}

/** The same title, or `Title (2)` and so on if the project has it already. */
function distinctTitle(title: string, designs: readonly Pick<DesignRecord, 'title'>[]): string {
  const taken = new Set(designs.map((design) => design.title))
  let distinct = title
  for (let count = 2; taken.has(distinct); count += 1) distinct = titleWithEnd(title, ` (${count})`)
  return distinct
}
