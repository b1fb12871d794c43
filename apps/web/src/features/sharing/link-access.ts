import type { Link, ProjectSettings } from '@pinmark/shared/entities/project'

/** What the link allows, as one choice: a closed link keeps its permission for when it is opened again. */
export const linkAccesses = {
  comment: { label: 'Can comment', settings: { permission: 'comment', closed: false } },
  view: { label: 'View only', settings: { permission: 'view', closed: false } },
  closed: { label: 'Closed', settings: { closed: true } },
  manage: { label: 'Can manage', settings: { permission: 'manage', closed: false } },
} as const satisfies Record<string, { label: string; settings: ProjectSettings }>

export type LinkAccess = keyof typeof linkAccesses

export function accessOf({ closedAt, permission }: Link): LinkAccess {
  return closedAt === null ? permission : 'closed'
}

export function linkHint(link: Link): string {
  return hints[accessOf(link)]
}

const hints: Record<LinkAccess, string> = {
  comment: 'Anyone with this link can look and comment. No account needed.',
  view: 'Anyone with this link can look. No account needed.',
  closed: 'The link is closed. Only you can open the project.',
  manage: 'Anyone with this link can look, comment, rename and delete. No account needed.',
}
