import type { Link } from '@pinmark/shared/entities/project'
import type { ProjectSettings } from '@pinmark/shared/entities/link-settings'

/** The access of the link as one choice. A closed link keeps its permission for when it is reopened. */
export const linkAccesses = {
  manage: {
    label: 'Can manage',
    word: 'Comment, rename and delete.',
    settings: { permission: 'manage', closed: false },
  },
  comment: {
    label: 'Can comment',
    word: 'Read and write.',
    settings: { permission: 'comment', closed: false },
  },
  view: {
    label: 'View only',
    word: 'Read. Only you can write.',
    settings: { permission: 'view', closed: false },
  },
  closed: { label: 'Closed', word: 'Only you can open the project.', settings: { closed: true } },
} as const satisfies Record<string, { label: string; word: string; settings: ProjectSettings }>

export type LinkAccess = keyof typeof linkAccesses

export function accessOf({ closedAt, permission }: Link): LinkAccess {
  return closedAt === null ? permission : 'closed'
}

export function linkHint(link: Link): string {
  const hint = hints[accessOf(link)]
  return link.password ? hint.replace('this link', 'this link and the password') : hint
}

const hints: Record<LinkAccess, string> = {
  comment: 'Anyone with this link can look and comment. No account needed.',
  view: 'Anyone with this link can look. No account needed.',
  closed: 'The link is closed. Only you can open the project.',
  manage: 'Anyone with this link can look, comment, rename and delete. No account needed.',
}
