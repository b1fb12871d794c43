import * as noticesApi from '@pinmark/shared/api/notices'
import type { Config } from '../../config'
import { jsonRoute, type Route } from '../../http/route'
import type { Words } from '../../http/words'
import { changeNotices, readNotices, setMails } from './notices.service'

export function noticesRoutes(config: Config): Route[] {
  return [
    jsonRoute(noticesApi.readNotices, ({ actor }) => readNotices(actor)),
    jsonRoute(noticesApi.changeNotices, ({ actor, body }) => changeNotices(actor, body)),
    jsonRoute(noticesApi.stopMails, ({ params }) => setMails(config, params.stopToken, { isStopped: true })),
    jsonRoute(noticesApi.startMails, ({ params }) =>
      setMails(config, params.stopToken, { isStopped: false }),
    ),
  ]
}

export const noticesWords = {
  readNotices: {
    topic: 'Accounts',
    summary: 'Show when I get mail about comments',
    answer: 'The mode of the account, and of each project that has its own.',
    errors: [],
  },
  changeNotices: {
    topic: 'Accounts',
    summary: 'Change when I get mail about comments',
    description:
      'A digest is one mail two minutes after the last comment, or after an hour if comments go on, and at most one an ' +
      'hour for each project. Words of your own never send one.',
    answer: 'The modes.',
    errors: ['notice_mode_unknown', 'project_not_found'],
  },
  stopMails: {
    topic: 'Accounts',
    summary: 'Stop mails about a project, by the link of a mail',
    description:
      'One click in a mail program does this (RFC 8058). It needs no login, and any body is ignored.',
    answer: 'What was stopped.',
    errors: ['stop_link_not_valid'],
  },
  startMails: {
    topic: 'Accounts',
    summary: 'Let mails about a project come again, by the same link',
    answer: 'What comes again.',
    errors: ['stop_link_not_valid'],
  },
} satisfies Record<string, Words>
