/** The data that an account can export: docs/account-export.md describes them. No secrets, no hashes, no
 *  database ids. */
import type { ApiTokenRecord } from './api-token.record'
import type { UserRecord } from './user.record'
import { shownPictures } from '../comments/comment.presenter'
import {
  isThread,
  type MessagePicture,
  type ReplyRecord,
  type ThreadRecord,
} from '../comments/comment.record'
import type { ThreadWithReplies } from '../comments/threads.record'
import type { BuildRecord, DesignRecord, ProjectRecord, VersionRecord } from '../projects/project.record'
import type { VerdictRecord } from '../rounds/verdict.record'
import type { VisitRecord } from '../visits/visit.record'
import type { WebhookRecord } from '../webhooks/webhook.record'

interface AccountParts {
  exportedAt: Date
  /** The projects of others in which it is a member. */
  memberships: readonly object[]
  /** The account's verdicts. */
  verdicts: readonly object[]
  apiTokens: readonly ApiTokenRecord[]
  webhooks: readonly object[]
  /** Its mail settings. */
  notices: object
}

export function exportAccount(
  { publicId, name, email, language, signOn, createdAt }: UserRecord,
  { apiTokens, ...parts }: AccountParts,
) {
  return {
    format: 'pinmark-account',
    formatVersion: 1,
    ...parts,
    account: { id: publicId, name, email, language: language ?? null, signOn: signOn ?? null, createdAt },
    apiTokens: apiTokens.map((token) => {
      return { name: token.name, scope: token.scope, createdAt: token.createdAt, endsAt: token.endsAt }
    }),
  }
}

interface ProjectParts {
  /** The path of a version's original beside the project; null if it is not stored. */
  fileOf: FileOf
  /** The verdicts of all its rounds. */
  verdicts: readonly VerdictRecord[]
}

export function exportProject(project: ProjectRecord, { fileOf, verdicts }: ProjectParts) {
  const { publicId, linkId, addresses, name, description, createdAt, updatedAt, deletedAt, link } = project
  const { labels = [], archivedAt = null } = project
  return {
    format: 'pinmark-project',
    formatVersion: 1,
    id: publicId,
    ...{ name, description, createdAt, updatedAt, deletedAt, labels, archivedAt },
    link: {
      id: linkId,
      permission: link.permission,
      closedAt: link.closedAt,
      endsAt: link.endsAt,
      viewOnlyAt: link.viewOnlyAt ?? null,
      hasPassword: link.passwordHash !== null,
    },
    formerLinks: addresses.filter((address) => address !== publicId && address !== linkId),
    round: project.round,
    verdicts: verdicts.map(exportVerdict),
    designs: project.designs.map((design) => exportDesign(design, fileOf)),
    trash: project.trash.map((design) => ({
      deletedAt: design.deletedAt,
      isWholeDesign: design.at !== null,
      ...exportDesign(design, fileOf),
    })),
  }
}

type FileOf = (picture: VersionRecord | BuildRecord) => string | null

function exportDesign({ publicId, title, versions }: DesignRecord, fileOf: FileOf) {
  const exportPicture = (picture: VersionRecord | BuildRecord) => {
    const { width, height, createdAt } = picture
    return { width, height, createdAt, file: fileOf(picture) }
  }
  return {
    id: publicId,
    title,
    versions: versions.map((version) => {
      const { publicId: id, number, note, round, build } = version
      const picture = exportPicture(version)
      return { id, number, note, round, ...picture, ...(build && { build: exportPicture(build) }) }
    }),
  }
}

/** The path of a comment's picture beside the project; null if it is not stored. */
type PictureFileOf = (picture: MessagePicture) => string | null

export function exportThread({ thread, replies }: ThreadWithReplies, pictureFile: PictureFileOf) {
  return {
    ...exportRoot(thread, pictureFile),
    replies: replies.map((reply) => exportMessage(reply, pictureFile)),
  }
}

/** A message in the project of another person, which is named by its id alone. */
export function exportElsewhere(
  comment: ThreadRecord | ReplyRecord,
  project: string | null,
  pictureFile: PictureFileOf,
) {
  return {
    project,
    ...(isThread(comment)
      ? exportRoot(comment, pictureFile)
      : { replyTo: comment.parent, ...exportMessage(comment, pictureFile) }),
  }
}

export function exportVerdict({ round, name, verdict, note, at }: VerdictRecord) {
  return { round, name, verdict, note, at }
}

/** The address of a webhook is a secret in many chats, so only its server is named. */
export function exportWebhook(
  { format, events, createdAt, pausedAt }: WebhookRecord,
  { server, project }: { server: string | null; project: string | null },
) {
  return { server, format, events, project, createdAt, pausedAt }
}

export function exportVisit({ lastSeenNumber, at, read }: VisitRecord, project: string | null) {
  return { project, lastSeenNumber, at, ...(read && { read }) }
}

function exportRoot(thread: ThreadRecord, pictureFile: PictureFileOf) {
  const { number, kind, x, y, w, h, strokes = [], design, version, places = [], resolved } = thread
  return {
    ...exportMessage(thread, pictureFile),
    ...{ number, kind, x, y, w, h, strokes: thread.deletedAt ? [] : strokes, design, version, places },
    resolved: resolved && { at: resolved.at, by: resolved.by, via: resolved.via },
  }
}

function exportMessage(message: ThreadRecord | ReplyRecord, pictureFile: PictureFileOf) {
  const { publicId, commenter, person, byOwner, via, text, agrees = [] } = message
  const { createdAt, editedAt, deletedAt } = message
  const agreedBy = agrees.map(({ name }) => name)
  return {
    ...{ id: publicId, commenter, person, byOwner, via, text: deletedAt ? '' : text, agreedBy },
    pictures: shownPictures(message).map((picture) => {
      const { name, width, height } = picture
      return { name, width, height, file: pictureFile(picture) }
    }),
    ...{ createdAt, editedAt, deletedAt },
  }
}

/** The README.txt of every archive, for a person who opens it in ten years. */
export const readMe = `Everything a Pinmark server held about one account.

account.json              The account, what it said about rounds, what it agrees with, its API tokens, webhooks and notices,
                          and how far it has read in which project.
comments-elsewhere.json   What it said in the projects of others; their pictures are in pictures/.
projects/                 One folder for each project, oldest first, those in the trash included:
  project.json            Name, description, link, designs with their versions, what reviewers said about each round, and
                          every comment with its replies.
  design 1, version 1.png The image exactly as it was uploaded; of a page of a PDF, a lossless PNG. project.json
                          names it in "file". So is the picture of a build, such as design 1, version 1, build.png.
  pictures/               Pictures in comments and replies, as the server keeps them. project.json names each in "file".

Times are in UTC. x, y, w and h are pixels of the image at its natural size, from its top left corner.
"byOwner" marks what was said by the owner or a member of the project, "via" names the API token that said it.

Not inside: passwords and other secrets, and records that hold nothing but a hash (ended logins, counters that slow down
guessing). They cannot be read back by anyone. A deleted comment is left out, unless it
has replies: then it is included without its text.
`
