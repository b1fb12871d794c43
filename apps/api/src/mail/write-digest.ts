import { quoteAt } from '@pinmark/shared/design-text'
import { shownName } from '@pinmark/shared/entities/comment'
import { pagePaths, pageRoutes } from '@pinmark/shared/paths'
import { ownSpot } from '@pinmark/shared/spot-on'
import type { Wording } from '@pinmark/words/server'
import type { Types } from 'mongoose'
import { sayName, shownPictures } from '../comments/comment.presenter'
import { isThread, wordsOf, type ReplyRecord, type ThreadRecord } from '../comments/comment.record'
import { findLines } from '../images/image-lines.record'
import type { MailRecord } from './mail.record'
import { designersOf, hiddenVersions, lockOf } from '../projects/link-state'
import { findNoticeSettings, modeFor } from './notices.record'
import type { DesignRecord } from '../projects/project.record'
import { findSubscriberById, keepSubscriber, seesByLink, type SubscriberRecord } from './subscriber.record'
import {
  countOpen,
  findVersionsOf,
  findMessages,
  findThreadsOf,
  findOutboxProjects,
  findVerdictsById,
  type OutboxProject,
} from '../outbox/outbox.record'
import { UserModel, type UserRecord } from '../accounts/user.record'
import { stopToken, subscriberToken } from '../base/seal'
import { maxItems, newsLetter, type MailItem } from './mail.presenter'
import { drawPictures, drawSpots } from './spot-pictures'
import { wordingFor, type Writing, type Written } from './send-mail'

/** Writes a digest of the present state. Deleted comments are left out, and an empty digest is not sent. */
export async function writeDigest(writing: Writing, record: MailRecord): Promise<Written | null> {
  if (!record.user || !record.project) return null
  const [user, subscriber, projects] = await Promise.all([
    UserModel.findOne({ _id: record.user, deletedAt: null }).lean<UserRecord>(),
    findSubscriberById(record.user),
    findOutboxProjects([record.project]),
  ])
  const project = projects.get(record.project.toHexString())
  if (!project || project.deletedAt) return null
  const wording = wordingFor(user ?? subscriber)
  const url = `${writing.origin}${pagePaths.project(project.linkId)}`
  const digest = { ...writing, wording, project, record, url }
  // They may have left the project since.
  const isDesigner = user !== null && designersOf(project).some((id) => id.equals(user._id))
  if (user) return isDesigner ? writeForDesigner(digest, user) : null
  return subscriber && writeForVisitor(digest, subscriber)
}

interface Digest extends Writing {
  wording: Wording
  project: OutboxProject
  record: MailRecord
  /** Of the project. */
  url: string
}

async function writeForDesigner(digest: Digest, user: UserRecord): Promise<Written | null> {
  const { config, origin, wording, project, url } = digest
  const { m } = wording
  const mode = modeFor(await findNoticeSettings(user._id), project._id)
  if (mode === 'off') return null
  const messages = await findShownIds(digest)
  const verdicts = await verdictItems(digest)
  if (messages.length + verdicts.length === 0) return null
  const { items, pictures } = await itemsOf(digest, messages, Math.max(maxItems - verdicts.length, 0))
  const news = [
    ...(verdicts.length > 0 ? [m.count_verdicts({ count: verdicts.length })] : []),
    ...(messages.length > 0 ? [m.mail_new_comments({ count: messages.length })] : []),
  ]
  const token = stopToken(config.secrets.pepper, { user: user.publicId, project: project.publicId })
  const stopUrl = `${origin}${pagePaths.stop(token)}`
  return {
    ...{ to: user.email, stopUrl, pictures },
    ...newsLetter(wording, {
      subject: newsOn(wording, news, project.name),
      what: m.mail_still_open({ count: await countOpen(project) }),
      items: [...verdicts, ...items],
      count: verdicts.length + messages.length,
      projectUrl: url,
      why: m.mail_digest_why({
        mode: mode === 'digest' ? 'digest' : 'other',
        who: project.owner.equals(user._id) ? 'owner' : 'other',
        project: project.name,
      }),
      links: [
        { url: stopUrl, words: m.mail_stop_project() },
        { url: `${origin}${pageRoutes.account}#notices`, words: m.mail_change_notices() },
      ],
    }),
  }
}

/** For a visitor who left an address: replies and new versions, as long as they see the project by their link. A
 *  project behind a password sends neither words nor names nor pictures, because its password does not protect a
 *  mailbox. */
async function writeForVisitor(digest: Digest, subscriber: SubscriberRecord): Promise<Written | null> {
  const { config, origin, wording, project, url, record } = digest
  const { m } = wording
  if (!subscriber.confirmedAt || !seesByLink(subscriber, project)) return null
  const messages = await findShownIds(digest)
  const versions = versionsOf(project, record.versions ?? [])
  if (messages.length + versions.length === 0) return null
  await keepSubscriber(subscriber._id)
  const stopUrl = `${origin}${pagePaths.stop(subscriberToken(config.secrets.pepper, 'stop', subscriber.key))}`
  const common = { to: subscriber.email, stopUrl }
  const ending = { projectUrl: url, links: [{ url: stopUrl, words: m.mail_forget() }] }
  if (lockOf(project.link) !== null) {
    const news = newsOf(wording, { replies: messages.length, versions }, null)
    const letter = { subject: capitalised(wording, listed(wording, news)), what: m.mail_locked_where() }
    return {
      ...common,
      ...newsLetter(wording, { ...letter, ...{ items: [], count: 0, why: m.mail_locked_why() }, ...ending }),
    }
  }
  const news = newsOf(wording, { replies: messages.length, versions }, project.name)
  const { items, pictures } = await itemsOf(digest, messages)
  const first = versions.map(({ title, number, note, at, design }) => ({
    ...{ place: title, at, words: note, url: `${url}?design=${design}` },
    ...(number === 1
      ? { by: m.mail_item_design(), action: m.mail_open_design() }
      : { by: m.mail_item_version({ number }), action: m.mail_open_version({ number }) }),
  }))
  return {
    ...common,
    pictures,
    ...newsLetter(wording, {
      ...{ subject: newsOn(wording, news, project.name), what: '', items: [...first, ...items] },
      count: first.length + messages.length,
      why: m.mail_news_why({ project: project.name }),
      ...ending,
    }),
  }
}

type NewVersion = ReturnType<typeof versionsOf>[number]

/** Such as `2 new replies and version 3 of Landing page`. @param project null tells numbers only */
function newsOf(
  { m }: Wording,
  { replies, versions }: { replies: number; versions: readonly NewVersion[] },
  project: string | null,
): string[] {
  const count = versions.length
  const [only] = count === 1 && project !== null ? versions : []
  const version = only ? versionOf(m, only, project) : count > 0 ? m.mail_new_versions({ count }) : null
  return [...(replies > 0 ? [m.mail_new_replies({ count: replies })] : []), ...(version ? [version] : [])]
}

function versionOf(m: Wording['m'], { title, number }: NewVersion, project: string | null): string {
  if (number === 1) return m.mail_new_design({ title })
  // A single design often has the name of its project.
  return title === project ? m.mail_version({ number }) : m.mail_version_of({ number, title })
}

function newsOn(wording: Wording, news: readonly string[], project: string): string {
  const subject = wording.m.mail_news_on({ news: listed(wording, news), project })
  return subject.startsWith(project) ? subject : capitalised(wording, subject)
}

const listed = ({ format }: Wording, parts: readonly string[]) => new Intl.ListFormat(format).format(parts)

const capitalised = ({ format }: Wording, text: string) =>
  text.charAt(0).toLocaleUpperCase(format) + text.slice(1)

/** The verdicts of a digest as they are now, without those that were withdrawn. */
async function verdictItems({ record, url, wording: { m } }: Digest): Promise<MailItem[]> {
  const verdicts = await findVerdictsById(record.verdicts ?? [])
  const inTime = [...verdicts.values()].toSorted((a, b) => a.at.getTime() - b.at.getTime())
  return inTime.flatMap(({ verdict, round, name, note, at }) => {
    if (verdict === null) return []
    const said = verdict === 'good' ? m.verdict_good() : m.verdict_changes()
    const by = sayName(m, name)
    const words = [said, note].filter(Boolean).join('\n')
    return [{ place: m.mail_item_verdict({ round }), action: m.mail_open_project(), url, by, at, words }]
  })
}

/** Versions that are not deleted. */
function versionsOf({ designs }: OutboxProject, ids: readonly string[]) {
  return designs.flatMap(({ publicId: design, title, versions }) =>
    versions
      .filter(({ publicId }) => ids.includes(publicId))
      .map(({ number, note, createdAt: at }) => ({ design, title, number, note, at })),
  )
}

/** The messages of a digest that are not deleted, on versions that are not deleted. */
async function findShownIds({ project, record }: Digest): Promise<Types.ObjectId[]> {
  const versions = await findVersionsOf(record.messages)
  const hidden = new Set(hiddenVersions(project))
  return record.messages.filter((id) => {
    const version = versions.get(id.toHexString())
    return version !== undefined && !hidden.has(version)
  })
}

interface DigestMessage {
  message: ThreadRecord | ReplyRecord
  thread: ThreadRecord
  design: Pick<DesignRecord, 'title' | 'versions'>
}

function imageOf({ thread, design }: DigestMessage): string {
  return design.versions.find(({ publicId }) => publicId === thread.version)?.image ?? ''
}

async function findDigestMessages(
  project: OutboxProject,
  ids: readonly Types.ObjectId[],
): Promise<DigestMessage[]> {
  const found = await findMessages(ids)
  const messages = ids.flatMap((id) => found.get(id.toHexString()) ?? [])
  const threads = await findThreadsOf(messages)
  return messages.flatMap((message) => {
    const thread = isThread(message) ? message : threads.get(message.parent)
    const design = project.designs.find(({ publicId }) => publicId === thread?.design)
    return thread && design ? [{ message, thread, design }] : []
  })
}

/** The first messages with their words and pictures. A mail only counts the others. */
async function itemsOf(
  { project, log, origin, url, wording: { m } }: Digest,
  ids: readonly Types.ObjectId[],
  max = maxItems,
) {
  const shown = await findDigestMessages(project, ids.slice(0, max))
  const spots = await drawSpots(project, new Set(shown.map(({ thread }) => thread)), log)
  const attached = await drawPictures(
    project,
    shown.map(({ message }) => message),
    log,
  )
  const lines = await findLines(shown.map((one) => imageOf(one)))
  const items = shown.map((one): MailItem => {
    const { message, thread } = one
    const quote = quoteAt(lines.get(imageOf(one)) ?? [], ownSpot(thread))
    const place = placeOf(m, one, project)
    return {
      place: quote === '' ? place : m.mail_item_near({ place, quote }),
      action: m.mail_open_comment({ number: thread.number }),
      url: `${url}?comment=${encodeURIComponent(thread.publicId)}`,
      ...{ by: sayName(m, shownName(message)), at: message.createdAt, words: wordsOf(message) },
      picture: spots.has(thread.publicId) ? cidOf(thread.publicId, origin) : undefined,
      attached: shownPictures(message).flatMap(({ id, name }) =>
        attached.has(id) ? { cid: cidOf(id, origin), name } : [],
      ),
    }
  })
  const pictures = [...spots, ...attached]
  return { items, pictures: pictures.map(([id, bytes]) => ({ cid: cidOf(id, origin), bytes })) }
}

/** A single design often has the name of its project, which is in the head of the mail. */
function placeOf(
  m: Wording['m'],
  { message, thread: { number }, design }: DigestMessage,
  { name }: OutboxProject,
): string {
  const inputs = { number, design: design.title }
  if (isThread(message))
    return design.title === name ? m.mail_item_comment(inputs) : m.mail_item_comment_on(inputs)
  return design.title === name ? m.mail_item_reply(inputs) : m.mail_item_reply_on(inputs)
}

/** The content id by which the HTML of a mail refers to a picture in it (RFC 2392). */
function cidOf(commentId: string, origin: string): string {
  return `${commentId}@${new URL(origin).hostname}`
}
