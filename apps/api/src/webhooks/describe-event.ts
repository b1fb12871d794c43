import { shownName } from '@pinmark/shared/entities/comment'
import { pagePaths } from '@pinmark/shared/paths'
import type { Wording } from '@pinmark/words/server'
import { sayName } from '../comments/comment.presenter'
import { wordsOf, type ThreadRecord } from '../comments/comment.record'
import type { OutboxProject, ProjectEvent } from '../outbox/outbox.record'
import type { EventDescription } from './webhook.presenter'

/** An event as text and data; null when its subject no longer exists.
 *  @param telling.origin the beginning of links
 *  @param telling.quoteOf the words of the design at a comment
 *  @param m the words of the owner's language */
export function describeEvent(
  event: ProjectEvent,
  project: OutboxProject,
  { origin, quoteOf }: { origin: string; quoteOf: (thread: ThreadRecord) => string },
  m: Wording['m'],
): EventDescription | null {
  const projectUrl = `${origin}${pagePaths.project(project.linkId)}`
  const about = {
    at: event.at,
    project: { _id: project.publicId, name: project.name, url: projectUrl },
    url: projectUrl,
    name: '',
    words: '',
  }
  /** A single design often has the name of its project, which the message names anyway. */
  const titleOf = (design: { title: string } | null) =>
    design === null || design.title === project.name ? null : design.title
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
        what: isNew ? m.comment_added({ number }) : m.comment_resolved({ number }),
        name: sayName(m, isNew ? shownName(thread) : (resolved?.by ?? '')),
        say: ({ name, project: inProject, plain }) => {
          if (!isNew && !resolved) return m.chat_was_resolved({ number, project: inProject })
          if (!isNew) return m.chat_resolved({ name, number, project: inProject })
          const design = titleOf(place.design)
          return design === null
            ? m.chat_comment({ name, project: inProject })
            : m.chat_comment_on({ name, design: plain(design), project: inProject })
        },
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
        what: m.mail_item_reply({ number: thread }),
        name: sayName(m, shownName(event.reply)),
        say: (chat) => m.chat_reply({ ...chat, number: thread }),
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
      const said = verdict === 'good' ? m.verdict_good() : m.verdict_changes()
      const author = sayName(m, name)
      return {
        ...about,
        type: 'verdict.given',
        what: m.event_verdict({ verdict: said, name: author }),
        name: author,
        say: (chat) => m.chat_verdict({ ...chat, verdict: said, round }),
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
        what: number === 1 ? m.event_design({ design: design.title }) : m.event_version({ number }),
        say: ({ project: inProject, plain }) => {
          if (number === 1) return m.chat_design({ design: plain(design.title), project: inProject })
          const title = titleOf(design)
          return title === null
            ? m.chat_version({ number, project: inProject })
            : m.chat_version_of({ number, design: plain(title), project: inProject })
        },
        words: note,
        data: {
          design: { _id: design.publicId, title: design.title },
          version: { _id: publicId, number, note },
        },
      }
    }
    case 'round': {
      const { number } = event
      const change = event.change === 'reopened' ? 'other' : event.change
      return {
        ...about,
        type: `round.${event.change}`,
        what: m.event_round({ change, number }),
        say: (chat) => m.chat_round({ change, number, project: chat.project }),
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
