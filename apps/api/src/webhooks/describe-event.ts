import { shownName } from '@pinmark/shared/entities/comment'
import type { VerdictKind } from '@pinmark/shared/entities/round'
import { pagePaths } from '@pinmark/shared/paths'
import { wordsOf, type ThreadRecord } from '../comments/comment.record'
import type { OutboxProject } from '../outbox/outbox.record'
import type { EventDescription } from './webhook.presenter'
import type { ProjectEvent } from '../outbox/events'

const verdictWords: Record<VerdictKind, string> = { good: 'Looks good', changes: 'Needs changes' }

/** An event as text and data; null when its subject no longer exists.
 *  @param telling.origin the beginning of links
 *  @param telling.quoteOf the words of the design at a comment */
export function describeEvent(
  event: ProjectEvent,
  project: OutboxProject,
  { origin, quoteOf }: { origin: string; quoteOf: (thread: ThreadRecord) => string },
): EventDescription | null {
  const projectUrl = `${origin}${pagePaths.project(project.linkId)}`
  const about = {
    at: event.at,
    project: { _id: project.publicId, name: project.name, url: projectUrl },
    url: projectUrl,
    words: '',
  }
  /** A single design often has the name of its project, which the message names anyway. */
  const nameOf = (design: { title: string } | null, before: string) =>
    design === null || design.title === project.name ? '' : `${before}${design.title}`
  const atComment = (publicId: string) => `${projectUrl}?comment=${encodeURIComponent(publicId)}`
  switch (event.kind) {
    case 'comment':
    case 'resolve': {
      const { thread } = event
      const place = placeOf(project, thread)
      const isNew = event.kind === 'comment'
      const quote = quoteOf(thread)
      const { number, commenter, person, text, x, y, w, h, kind, publicId, createdAt, resolved } = thread
      return {
        ...about,
        type: isNew ? 'comment.created' : 'comment.resolved',
        what: `Comment ${number} ${isNew ? 'added' : 'resolved'}`,
        by: isNew ? shownName(thread) : (resolved?.by ?? null),
        did: isNew ? `commented${nameOf(place.design, ' on ')}` : `resolved comment ${number}`,
        words: wordsOf(thread),
        url: atComment(publicId),
        data: {
          comment: {
            ...{ _id: publicId, number, kind, commenter, person, text, createdAt: createdAt.toISOString() },
            ...{ x, y, w, h },
            ...place,
            ...(quote !== '' && { quote }),
            resolved: isNew || !resolved ? null : { at: resolved.at.toISOString(), by: resolved.by },
          },
        },
      }
    }
    case 'reply': {
      const { publicId, parent, thread, commenter, person, text, createdAt } = event.reply
      return {
        ...about,
        type: 'reply.created',
        what: `Reply to comment ${thread}`,
        by: shownName(event.reply),
        did: `replied to comment ${thread}`,
        words: wordsOf(event.reply),
        url: atComment(parent),
        data: {
          reply: { _id: publicId, commenter, person, text, createdAt: createdAt.toISOString() },
          comment: { _id: parent, number: thread },
        },
      }
    }
    case 'verdict': {
      const { name, verdict, note, round, at } = event.verdict
      const said = verdictWords[verdict ?? 'changes']
      return {
        ...about,
        type: 'verdict.given',
        what: `${said}, by ${name}`,
        by: name,
        did: `says “${said}” about round ${round}`,
        words: note,
        data: { verdict: { name, verdict, note, round, at: at.toISOString() } },
      }
    }
    case 'version': {
      const design = project.designs.find(({ versions }) =>
        versions.some(({ publicId }) => publicId === event.version),
      )
      const version = design?.versions.find(({ publicId }) => publicId === event.version)
      if (!design || !version) return null
      const { publicId, number, note } = version
      return {
        ...about,
        type: 'version.added',
        what: number === 1 ? `${design.title} added` : `Version ${number} added`,
        by: null,
        did: number === 1 ? `${design.title} is new` : `Version ${number}${nameOf(design, ' of ')} is up`,
        words: note,
        data: {
          design: { _id: design.publicId, title: design.title },
          version: { _id: publicId, number, note },
        },
      }
    }
    case 'round': {
      const { number } = event
      const change = event.change === 'reopened' ? 'open again' : event.change
      return {
        ...about,
        type: `round.${event.change}`,
        what: `Round ${number} ${change}`,
        by: null,
        did: `Round ${number} is ${event.change === 'opened' ? 'open' : change}`,
        words: event.change === 'closed' ? project.round.message : '',
        data: { round: { number, state: event.change === 'closed' ? 'closed' : 'open' } },
      }
    }
  }
}

function placeOf({ designs }: OutboxProject, thread: Pick<ThreadRecord, 'design' | 'version'>) {
  const design = designs.find(({ publicId }) => publicId === thread.design)
  const version = design?.versions.find(({ publicId }) => publicId === thread.version)
  return {
    design: design ? { _id: design.publicId, title: design.title } : null,
    version: version ? { _id: version.publicId, number: version.number } : null,
  }
}
