import type { Link } from '@pinmark/shared/entities/project'
import type { ProjectSettings } from '@pinmark/shared/entities/link-settings'
import { m } from '@pinmark/words/messages'

/** The access of the link as one choice. A closed link keeps its permission for when it is reopened. */
export const linkAccesses = {
  manage: {
    label: () => m.access_manage(),
    word: () => m.access_manage_word(),
    settings: { permission: 'manage', closed: false },
  },
  comment: {
    label: () => m.access_comment(),
    word: () => m.access_comment_word(),
    settings: { permission: 'comment', closed: false },
  },
  view: {
    label: () => m.view_only(),
    word: () => m.access_view_people(),
    settings: { permission: 'view', closed: false },
  },
  closed: {
    label: () => m.access_closed(),
    word: () => m.access_closed_people(),
    settings: { closed: true },
  },
} as const satisfies Record<string, { label: () => string; word: () => string; settings: ProjectSettings }>

export type LinkAccess = keyof typeof linkAccesses

export function accessOf({ closedAt, permission }: Link): LinkAccess {
  return closedAt === null ? permission : 'closed'
}

export function linkHint(link: Link): string {
  return (link.password ? hintsWithPassword : hints)[accessOf(link)]()
}

const hints: Record<LinkAccess, () => string> = {
  comment: () => m.link_hint_comment(),
  view: () => m.link_hint_view(),
  closed: () => m.link_hint_closed_people(),
  manage: () => m.link_hint_manage(),
}

const hintsWithPassword: Record<LinkAccess, () => string> = {
  comment: () => m.link_hint_password_comment(),
  view: () => m.link_hint_password_view(),
  closed: () => m.link_hint_closed_people(),
  manage: () => m.link_hint_password_manage(),
}
