import type { Words } from '../../http/words'

export const sharingWords = {
  changeSettings: {
    topic: 'Sharing',
    summary: 'Change what the link allows',
    description: 'view, comment or manage; closed for everyone else, or comments paused.',
    answer: 'The link as it is now.',
    errors: ['link_permission_unknown', 'setting_not_valid', 'not_allowed', 'project_not_found'],
  },
  makeNewLink: {
    topic: 'Sharing',
    summary: 'Make a new link',
    description: 'The old one ends at once. The owner can go on using it.',
    answer: 'The link as it is now.',
    errors: ['not_allowed', 'project_not_found'],
  },
} satisfies Record<string, Words>
