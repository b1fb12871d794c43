import { Readable } from 'node:stream'
import type { Types } from 'mongoose'
import { AppError } from '@pinmark/shared/errors'
import { requireUser, type Actor, requireLivingLogin } from '../core/actor'
import { checkedEvery, jsonPieces } from '../base/pieces'
import { yieldToEventLoop } from '../base/pace'
import {
  findAgreedProjects,
  findMemberships,
  findOwnedProjectIds,
  findProjectsWithWordsOf,
  findPublicIds,
  findVerdictsOf,
  findVerdictsOn,
  findVisitedProjects,
  readAgreementsOf,
  readVisitsOf,
  readWordsElsewhere,
} from './account-data.record'
import type { Config } from '../config'
import { findApiTokens } from './api-token.record'
import { findNoticeSettings } from '../mail/notices.record'
import { findWebhooks } from '../webhooks/webhook.record'
import { openAddress } from '../webhooks/find-address'
import { findRendition, slicesOf } from '../images/image.record'
import { findOwnedProject } from '../projects/owned-projects.record'
import type { BuildRecord, ProjectRecord, VersionRecord } from '../projects/project.record'
import type { MessagePicture, ReplyRecord, ThreadRecord } from '../comments/comment.record'
import { findThreads } from '../comments/threads.record'
import { UserModel, type UserRecord } from './user.record'
import type { ZipEntry } from '../http/send/send-zip'
import {
  exportAccount,
  exportElsewhere,
  exportProject,
  exportThread,
  exportVerdict,
  exportVisit,
  exportWebhook,
  readMe,
} from './account-export.presenter'
import { shownPictures } from '../comments/comment.presenter'
import { extensionOf, fileNameOf } from '../projects/file-name'

/** Comments in memory at a time. */
const threadsAtATime = 50
/** Bytes that are compressed at a time. Several streams keep what they were given last. */
const sliceBytes = 64 * 1024
/** Pieces of a file are sent for this long without another check of the login. */
const checkEveryMs = 5_000

export interface AccountExport {
  fileName: string
  entries: AsyncIterable<ZipEntry>
}

/** All data that are stored about an account, as the entries of an archive. Each entry is read when the
 *  archive reaches it. docs/account-export.md describes them.
 *  @throws AppError sign_in_required, session_ended, also while the entries are read */
export async function exportData(config: Config, actor: Actor): Promise<AccountExport> {
  const user = await findAccount(actor)
  const now = new Date()
  return {
    fileName: `pinmark-${now.toISOString().slice(0, 10)}.zip`,
    entries: whileLoggedIn(actor, entriesOf(config, user, now)),
  }
}

/** A file of the archive, whose content is made while it is sent. */
interface Entry extends Omit<ZipEntry, 'content'> {
  pieces: AsyncIterable<Buffer | string> | Iterable<string>
}

/** A download takes time, and stops when its login ends meanwhile. */
async function* whileLoggedIn(actor: Actor, entries: AsyncIterable<Entry>): AsyncGenerator<ZipEntry> {
  for await (const { pieces, ...entry } of entries) {
    await requireLivingLogin(actor)
    // Reads only as fast as the client takes the bytes.
    const slices = checkedEvery(checkEveryMs, inSlices(pieces), () => requireLivingLogin(actor))
    const content = Readable.from(slices, { objectMode: false, highWaterMark: 1 })
    yield { ...entry, content }
  }
}

async function* inSlices(pieces: Entry['pieces']): AsyncGenerator<Buffer, void> {
  for await (const piece of pieces) {
    const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece
    for (let at = 0; at < bytes.length; at += sliceBytes) yield bytes.subarray(at, at + sliceBytes)
  }
}

async function findAccount(actor: Actor): Promise<UserRecord> {
  const { id, tokenVersion } = requireUser(actor)
  const user = await UserModel.findOne({ _id: id, tokenVersion }).lean<UserRecord>()
  if (!user) throw new AppError('session_ended')
  return user
}

async function* entriesOf(config: Config, user: UserRecord, now: Date): AsyncGenerator<Entry> {
  yield textEntry('README.txt', now, [readMe])
  const own = await findOwnedProjectIds(user._id)
  const account = exportAccount(user, {
    exportedAt: now,
    memberships: await findMemberships(user._id),
    verdicts: await verdictsOf(user._id),
    apiTokens: await findApiTokens(user._id),
    webhooks: await webhooksOf(config, user._id),
    notices: await noticesOf(user._id),
  })
  const lists = { agreements: agreementsOf(user._id), visits: visitsOf(user._id) }
  yield textEntry('account.json', now, jsonPieces(account, lists))
  for (const [index, projectId] of own.entries()) {
    yield* entriesOfProject(projectId, user._id, String(index + 1).padStart(String(own.length).length, '0'))
  }
  const pictureFiles = new Map<string, string>()
  yield* pictureEntries('', picturesElsewhere(user._id, own), pictureFiles)
  const elsewhere = jsonPieces(
    { format: 'pinmark-comments', formatVersion: 1 },
    { comments: wordsElsewhere(user._id, own, pictureFiles) },
  )
  yield textEntry('comments-elsewhere.json', now, elsewhere)
}

/** The originals come first, because the project's file lists those that exist. */
async function* entriesOfProject(
  _id: Types.ObjectId,
  owner: Types.ObjectId,
  place: string,
): AsyncGenerator<Entry> {
  const project = await findOwnedProject(owner, _id)
  // It was removed after the list was read.
  if (!project) return
  const folder = `projects/${place} ${fileNameOf(project.name)}`
  const files = new Map<VersionRecord | BuildRecord, string>()
  const designs = [
    ...project.designs.map(({ versions }, index) => ({ name: `design ${index + 1}`, versions })),
    ...project.trash.map(({ versions }, index) => ({ name: `deleted design ${index + 1}`, versions })),
  ]
  for (const { name, versions } of designs) {
    for (const version of versions) {
      const { build, number } = version
      for (const picture of build ? [version, build] : [version]) {
        const original = await findRendition(picture.image, 'original')
        if (!original) continue
        const title = `${name}, version ${number}${picture === build ? ', build' : ''}`
        const file = `${title}.${extensionOf(original.contentType)}`
        files.set(picture, file)
        yield {
          path: `${folder}/${file}`,
          modifiedAt: picture.createdAt,
          isCompressible: false,
          pieces: slicesOf(original),
        }
      }
    }
  }
  // The comments are read twice: pictures have to be in the archive before the file that names them, and a
  // long review does not fit into memory.
  const pictureFiles = new Map<string, string>()
  yield* pictureEntries(`${folder}/`, picturesIn(project), pictureFiles)
  const content = jsonPieces(
    exportProject(project, {
      fileOf: (picture) => files.get(picture) ?? null,
      verdicts: await findVerdictsOn(_id),
    }),
    { comments: commentsOf(project, pictureFiles) },
  )
  yield textEntry(`${folder}/project.json`, project.updatedAt, content)
}

/** Puts each picture into the archive, and its place there into `files`, by its id, since the names of files repeat. */
async function* pictureEntries(
  folder: string,
  pictures: AsyncIterable<{ picture: MessagePicture; at: Date }>,
  files: Map<string, string>,
): AsyncGenerator<Entry> {
  for await (const { picture, at } of pictures) {
    const view = await findRendition(picture.image, 'view')
    if (!view) continue
    const file = `pictures/${picture.id}.${extensionOf(view.contentType)}`
    files.set(picture.id, file)
    yield { path: `${folder}${file}`, modifiedAt: at, isCompressible: false, pieces: slicesOf(view) }
  }
}

async function* threadsOf({ _id }: ProjectRecord) {
  for (let after: number | null = 0; after !== null;) {
    const page = await findThreads({ project: _id, after, limit: threadsAtATime })
    await yieldToEventLoop()
    yield* page.threads
    after = page.next
  }
}

async function* picturesIn(project: ProjectRecord) {
  for await (const { thread, replies } of threadsOf(project)) {
    for (const message of [thread, ...replies]) yield* picturesOf(message)
  }
}

function picturesOf(message: ThreadRecord | ReplyRecord) {
  return shownPictures(message).map((picture) => ({ picture, at: message.createdAt }))
}

function textEntry(path: string, modifiedAt: Date, pieces: Entry['pieces']): Entry {
  return { path, modifiedAt, isCompressible: true, pieces }
}

async function* commentsOf(project: ProjectRecord, files: ReadonlyMap<string, string>) {
  for await (const thread of threadsOf(project)) yield exportThread(thread, ({ id }) => files.get(id) ?? null)
}

async function verdictsOf(user: Types.ObjectId) {
  const verdicts = await findVerdictsOf(user)
  const publicIdOf = await findPublicIds(verdicts.map(({ project }) => project))
  return verdicts.map((verdict) => ({ project: publicIdOf(verdict.project), ...exportVerdict(verdict) }))
}

async function* agreementsOf(user: Types.ObjectId) {
  const publicIdOf = await findPublicIds(await findAgreedProjects(user))
  for await (const { project, publicId: comment, agrees } of readAgreementsOf(user))
    yield { project: publicIdOf(project), comment, at: agrees?.[0]?.at }
}

async function webhooksOf({ secrets }: Config, user: Types.ObjectId) {
  const webhooks = await findWebhooks(user)
  const publicIdOf = await findPublicIds(webhooks.flatMap(({ project }) => project ?? []))
  return webhooks.map((webhook) => {
    const address = openAddress(secrets.pepper, webhook.sealed)
    return exportWebhook(webhook, {
      server: address && new URL(address.url).host,
      project: webhook.project && publicIdOf(webhook.project),
    })
  })
}

async function noticesOf(user: Types.ObjectId) {
  const { mode, projects } = await findNoticeSettings(user)
  const publicIdOf = await findPublicIds(projects.map(({ project }) => project))
  return { mode, projects: projects.map((own) => ({ project: publicIdOf(own.project), mode: own.mode })) }
}

async function* visitsOf(user: Types.ObjectId) {
  const publicIdOf = await findPublicIds(await findVisitedProjects(user))
  for await (const visit of readVisitsOf(user)) yield exportVisit(visit, publicIdOf(visit.project))
}

async function* picturesElsewhere(user: Types.ObjectId, own: readonly Types.ObjectId[]) {
  for await (const message of readWordsElsewhere(user, own)) yield* picturesOf(message)
}

async function* wordsElsewhere(
  user: Types.ObjectId,
  own: readonly Types.ObjectId[],
  files: ReadonlyMap<string, string>,
) {
  const publicIdOf = await findPublicIds(await findProjectsWithWordsOf(user))
  for await (const comment of readWordsElsewhere(user, own))
    yield exportElsewhere(comment, publicIdOf(comment.project), ({ id }) => files.get(id) ?? null)
}
