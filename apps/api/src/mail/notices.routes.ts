import * as noticesApi from '@pinmark/shared/api/notices'
import type { Config } from '../config'
import { languageOf } from '../http/identify'
import { countAddresses, countMails, limitsOf } from '../http/limits/rate-limits'
import { jsonRoute, type Route, type Words } from '../http/route'
import {
  changeNotices,
  readNotices,
  readStop,
  startMails,
  stopMails,
  askForReplyMail,
  confirmReplyMail,
  readReplyMail,
  stopReplyMail,
} from './notices.service'

export function noticesRoutes(config: Config): Route[] {
  const isMailedTooOften = countMails(config, 'confirmation')
  const asking = { config, isMailedTooOften, countAddress: countAddresses(config) }
  return [
    jsonRoute(noticesApi.readNotices, ({ actor }) => readNotices(actor)),
    jsonRoute(noticesApi.changeNotices, ({ actor, body }) => changeNotices(actor, body)),
    jsonRoute(noticesApi.readStop, ({ params }) => readStop(config, params.stopToken)),
    jsonRoute(noticesApi.stopMails, ({ params }) => stopMails(config, params.stopToken)),
    jsonRoute(noticesApi.startMails, ({ params }) => startMails(config, params.stopToken)),
    jsonRoute(noticesApi.readReplyMail, ({ actor, params }) => readReplyMail(actor, params.projectId)),
    jsonRoute(
      noticesApi.askForReplyMail,
      ({ actor, params, body: { email } }, req) =>
        askForReplyMail(asking, actor, params.projectId, { email, language: languageOf(req) }),
      limitsOf(config)('address'),
    ),
    jsonRoute(noticesApi.stopReplyMail, ({ actor, params }) => stopReplyMail(actor, params.projectId)),
    jsonRoute(noticesApi.confirmReplyMail, ({ body }) => confirmReplyMail(config, body.token)),
  ]
}

export const noticesWords = {
  readNotices: {
    summary: 'Show when I get mail about comments',
    answer: 'The mode of the account, and of each project that has its own.',
    errors: [],
  },
  changeNotices: {
    summary: 'Change when I get mail about comments',
    description:
      'A digest is one mail two minutes after the last comment, or after an hour if comments go on, and at most one an ' +
      'hour for each project. Words of your own never send one.',
    answer: 'The modes.',
    errors: ['notice_mode_unknown', 'project_not_found'],
  },
  readStop: {
    summary: 'Show whether mails about a project are stopped, by the link in a mail',
    answer: 'What the link stops, and whether it has.',
    errors: ['stop_link_not_valid'],
  },
  stopMails: {
    summary: 'Stop mails about a project, by the link in a mail',
    description:
      'One click in a mail program does this (RFC 8058). It needs no login, and any body is ignored. The address of a ' +
      'visitor is removed with it.',
    answer: 'What was stopped.',
    errors: ['stop_link_not_valid'],
  },
  startMails: {
    summary: 'Resume mails about a project, by the same link',
    answer: 'The mails that were resumed.',
    errors: ['stop_link_not_valid'],
  },
} satisfies Record<string, Words>

export const replyMailWords = {
  readReplyMail: {
    summary: 'Show whether I get mail about replies',
    answer:
      'Whether mails are sent, or wait for the confirmation of their address. The address itself is never shown.',
    errors: ['project_not_found'],
  },
  askForReplyMail: {
    summary: 'Get mail about replies to my comments, and about new versions',
    description:
      'For visitors who have commented. The address gets a mail with a link, and nothing else before that link is pressed. ' +
      'It is removed after a day without that, when the mails are stopped, and when its visitor can no longer see the ' +
      'project by their link.',
    answer: 'The address waits for its confirmation. The answer is the same for every address.',
    errors: [
      'email_required',
      'email_not_valid',
      'guest_secret_required',
      'project_not_found',
      'mail_not_set_up',
      'owner_gets_notices',
      'no_words_yet',
      'too_many_addresses',
    ],
  },
  stopReplyMail: {
    summary: 'Stop mail about replies, and remove my address',
    answer: 'The state: no mails are sent.',
    errors: ['project_not_found'],
  },
  confirmReplyMail: {
    summary: 'Confirm an address, by the link in a mail',
    answer: 'The project that the mails are about, and its link.',
    errors: ['confirm_link_over'],
  },
} satisfies Record<string, Words>
