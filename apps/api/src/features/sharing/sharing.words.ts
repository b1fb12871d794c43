import type { Words } from '../../http/words'

export const sharingWords = {
  changeSettings: {
    topic: 'Sharing',
    summary: 'Change what the link allows',
    description:
      'view, comment or manage; closed for everyone else, or comments paused; a password for guests; an end, and whether ' +
      'the link is view only or closed from then on. A new password ends what guests could see by the one before.',
    answer: 'The link as it is now.',
    errors: [
      'link_permission_unknown',
      'setting_not_valid',
      'link_password_too_short',
      'password_too_long',
      'link_end_not_valid',
      'link_end_past',
      'not_allowed',
      'project_not_found',
      'too_many_changes',
      'server_busy',
    ],
  },
  makeNewLink: {
    topic: 'Sharing',
    summary: 'Make a new link',
    description: 'The old one ends at once. The owner can go on using it.',
    answer: 'The link as it is now.',
    errors: ['not_allowed', 'project_not_found'],
  },
  unlockLink: {
    topic: 'Sharing',
    summary: 'Show the password of a link',
    description:
      'Gives a token for the header X-Link-Token. It counts until the password changes, or the link is closed or replaced. ' +
      'The owner needs none.',
    answer: 'The token; null when the link has no password any more.',
    errors: ['wrong_link_password', 'too_many_unlocks', 'server_busy', 'project_not_found', 'link_ended'],
  },
} satisfies Record<string, Words>
