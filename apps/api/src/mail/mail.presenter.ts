/** The texts of mails, in the language of their receivers. */
import type { Wording } from '@pinmark/words/server'
import {
  escapeHtml,
  itemsAsHtml,
  itemsAsText,
  linkTo,
  mailBrand,
  mailButton,
  mailSheet,
  type MailItem,
} from './mail-sheet.presenter'

interface WrittenMail {
  subject: string
  text: string
  html: string
}

interface Letter {
  subject: string
  /** What happened. */
  what: string
  /** What the receiver can do, above the button. */
  steps: readonly string[]
  url: string
  /** The words of the button. */
  action: string
  /** What else the receiver should know. */
  foot: string
  /** A link behind it. */
  footLink?: { url: string; words: string }
}

/** A mail with one link. */
function letter(
  wording: Wording,
  { subject, what, steps, url, action, foot, footLink }: Letter,
): WrittenMail {
  const end = [foot, ...(footLink ? [`${footLink.words}: ${footLink.url}`] : [])].join('\n')
  const link = footLink ? ` ${linkTo(footLink.url, footLink.words)}.` : ''
  return {
    subject,
    text: `${[subject, what, [...steps, url].join('\n'), end].join('\n\n')}\n`,
    html: mailSheet(wording, subject, [
      headOf(wording, subject, what),
      steps.map((step) => `<p>${escapeHtml(step)}</p>`).join('') + mailButton(url, action),
      footOf(wording, `${escapeHtml(foot)}${link}`, url),
    ]),
  }
}

function headOf(wording: Wording, subject: string, what: string): string {
  return `${mailBrand(wording)}<h1>${escapeHtml(subject)}</h1><p class="sub">${escapeHtml(what)}</p>`
}

/** @param words HTML */
function footOf({ m }: Wording, words: string, url: string): string {
  const host = new URL(url).host
  return `<div class="ft">${words}<br>${escapeHtml(m.mail_on_host({ host }))}</div>`
}

/** Password reset, with the link. */
export function writeResetMail(wording: Wording, email: string, url: string): WrittenMail {
  const { m } = wording
  return letter(wording, {
    subject: m.mail_reset_subject(),
    what: m.mail_reset_asked({ email }),
    steps: [m.mail_reset_within()],
    url,
    action: m.mail_reset_action(),
    foot: m.mail_reset_otherwise(),
  })
}

/** Invitation to register, with the link. */
export function writeInvitationMail(
  wording: Wording,
  { email, url, days }: { email: string; url: string; days: number },
): WrittenMail {
  const { m } = wording
  const { host } = new URL(url)
  return letter(wording, {
    subject: m.mail_account_subject({ host }),
    what: m.mail_account_asked({ host, email }),
    steps: [m.mail_account_within({ count: days })],
    url,
    action: m.mail_account_action(),
    foot: m.mail_account_otherwise(),
  })
}

interface MemberInvitation {
  project: string
  owner: string
  url: string
  days: number
}

/** Invitation to work on a project, with the link. */
export function writeMemberInvitationMail(
  wording: Wording,
  { project, owner, url, days }: MemberInvitation,
): WrittenMail {
  const { m } = wording
  return letter(wording, {
    subject: m.mail_join_subject({ owner, project }),
    what: m.mail_join_what({ project, host: new URL(url).host }),
    steps: [m.mail_join_within({ count: days })],
    url,
    action: m.mail_join_action(),
    foot: m.mail_join_otherwise(),
  })
}

/** Confirmation of an address that a visitor entered. */
export function writeConfirmMail(wording: Wording, url: string, stopUrl: string): WrittenMail {
  const { m } = wording
  return letter(wording, {
    subject: m.mail_confirm_subject(),
    what: m.mail_confirm_asked({ host: new URL(url).host }),
    steps: [m.mail_confirm_within()],
    url,
    action: m.mail_confirm_action(),
    foot: m.mail_confirm_otherwise(),
    footLink: { url: stopUrl, words: m.mail_confirm_forget() },
  })
}

interface NewAccess {
  /** A new API token; otherwise a new address of a webhook. */
  isToken: boolean
  /** Name and scope of the token, or the host of the address. */
  about: string
  accountUrl: string
}

/** Tells an account about a new API token or a new address of a webhook. */
export function writeNewAccessMail(wording: Wording, { isToken, about, accountUrl }: NewAccess): WrittenMail {
  const { m } = wording
  return letter(wording, {
    subject: isToken ? m.mail_token_subject() : m.mail_address_subject(),
    what: isToken ? m.mail_token_what({ about }) : m.mail_address_what({ about }),
    steps: [m.mail_access_otherwise()],
    url: accountUrl,
    action: m.mail_access_action(),
    foot: m.mail_access_why(),
  })
}

interface SwitchedOff {
  /** Host of its address; null if it is unknown. */
  host: string | null
  /** The reason, as a sentence. */
  reason: string
  webhooksUrl: string
}

/** Tells the owner that a webhook was switched off. */
export function writeWebhookMail(wording: Wording, { host, reason, webhooksUrl }: SwitchedOff): WrittenMail {
  const { m } = wording
  return letter(wording, {
    subject: m.mail_webhook_subject(),
    what: host === null ? m.mail_webhook_what_hidden() : m.mail_webhook_what({ host }),
    steps: [reason, m.mail_webhook_next()],
    url: webhooksUrl,
    action: m.mail_webhook_action(),
    foot: m.mail_webhook_why(),
  })
}

interface NewsLetter {
  subject: string
  /** A sentence below the subject. */
  what: string
  /** The first items, and the number of all. */
  items: readonly MailItem[]
  count: number
  projectUrl: string
  why: string
  /** Links that end or change these mails. */
  links: readonly { url: string; words: string }[]
}

/** A mail with what is new on a project. */
function newsLetter(wording: Wording, letter: NewsLetter): WrittenMail {
  const { subject, what, items, projectUrl, why, links } = letter
  const isEmpty = items.length === 0
  const text = [
    [subject, what].filter(Boolean).join('\n'),
    ...(isEmpty ? [] : itemsAsText(wording, letter)),
    `${wording.m.mail_open_project()}: ${projectUrl}`,
    ['--', why, ...links.map(({ words, url }) => `${words}: ${url}`)].join('\n'),
  ]
  const ends = links.map(({ words, url }) => linkTo(url, words)).join(' · ')
  return {
    subject,
    text: `${text.join('\n\n')}\n`,
    html: mailSheet(wording, subject, [
      headOf(wording, subject, what),
      ...(isEmpty ? [] : [itemsAsHtml(wording, letter)]),
      mailButton(projectUrl, wording.m.mail_open_project()),
      footOf(wording, `${escapeHtml(why)}<br>${ends}`, projectUrl),
    ]),
  }
}

interface Digest {
  project: string
  projectUrl: string
  /** The first verdicts and new comments. */
  items: readonly MailItem[]
  verdicts: number
  /** Number of new comments. */
  comments: number
  /** Number of open comments of the project. */
  open: number
  /** Whether it is a digest, or comes at once. */
  isDigest: boolean
  /** Whether the receiver owns the project; otherwise they are a member. */
  isOwner: boolean
  stopUrl: string
  settingsUrl: string
}

/** Tells a designer about verdicts and new comments on a project. */
export function writeDigestMail(wording: Wording, digest: Digest): WrittenMail {
  const { m } = wording
  const { project, projectUrl, items, verdicts, comments, open, isDigest, isOwner, stopUrl, settingsUrl } =
    digest
  const news = [
    ...(verdicts > 0 ? [m.count_verdicts({ count: verdicts })] : []),
    ...(comments > 0 ? [m.mail_new_comments({ count: comments })] : []),
  ]
  return newsLetter(wording, {
    subject: newsOn(wording, news, project),
    what: m.mail_still_open({ count: open }),
    items,
    count: verdicts + comments,
    projectUrl,
    why: m.mail_digest_why({
      mode: isDigest ? 'digest' : 'other',
      who: isOwner ? 'owner' : 'other',
      project,
    }),
    links: [
      { url: stopUrl, words: m.mail_stop_project() },
      { url: settingsUrl, words: m.mail_change_notices() },
    ],
  })
}

interface News {
  /** Number of them. */
  replies: number
  versions: readonly { title: string; number: number }[]
  projectUrl: string
  stopUrl: string
}

/** Tells a visitor about replies and new versions. */
export function writeNewsMail(
  wording: Wording,
  news: News & { project: string; items: readonly MailItem[]; count: number },
): WrittenMail {
  const { m } = wording
  const { project, items, count, projectUrl, stopUrl } = news
  return newsLetter(wording, {
    subject: newsOn(wording, newsOf(wording, news, project), project),
    what: '',
    ...{ items, count, projectUrl },
    why: m.mail_news_why({ project }),
    links: [{ url: stopUrl, words: m.mail_forget() }],
  })
}

/** The same for a project with a password. It reveals nothing of the project, not even its name. */
export function writeLockedMail(wording: Wording, news: News): WrittenMail {
  const { m } = wording
  const { projectUrl, stopUrl } = news
  return newsLetter(wording, {
    subject: capitalised(wording, listed(wording, newsOf(wording, news, null))),
    what: m.mail_locked_where(),
    ...{ items: [], count: 0, projectUrl },
    why: m.mail_locked_why(),
    links: [{ url: stopUrl, words: m.mail_forget() }],
  })
}

/** Such as `2 new replies and version 3 of Landing page`. @param project null tells numbers only */
function newsOf({ m }: Wording, { replies, versions }: News, project: string | null): string[] {
  const count = versions.length
  const [only] = count === 1 && project !== null ? versions : []
  const version = only ? versionOf(m, only, project) : count > 0 ? m.mail_new_versions({ count }) : null
  return [...(replies > 0 ? [m.mail_new_replies({ count: replies })] : []), ...(version ? [version] : [])]
}

function versionOf(
  m: Wording['m'],
  { title, number }: News['versions'][number],
  project: string | null,
): string {
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
