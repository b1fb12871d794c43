/** The texts of mails. */
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

const hostOf = (url: string) => new URL(url).host

/** Password reset, with the link. */
export function writeResetMail(email: string, url: string): WrittenMail {
  const subject = 'A new password for Pinmark'
  const asked = `Someone, probably you, asked for a new password for ${email}.`
  const otherwise = 'If it was not you, do nothing. Nothing changed.'
  return {
    subject,
    text: `${asked}\n\nChoose one here, within 30 minutes:\n${url}\n\n${otherwise}\n`,
    html: mailSheet(subject, [
      `${mailBrand}<h1>${subject}</h1><p class="sub">${escapeHtml(asked)}</p>`,
      `<p>Choose one within 30 minutes.</p>${mailButton(url, 'Choose a new password')}`,
      `<div class="ft">${otherwise}<br>${escapeHtml(hostOf(url))}</div>`,
    ]),
  }
}

/** Invitation to register, with the link. */
export function writeInvitationMail(email: string, url: string, days: number): WrittenMail {
  const host = hostOf(url)
  const subject = `An account on ${host}`
  const asked = `The person who runs Pinmark on ${host} invites you to open an account for ${email}.`
  const otherwise = 'If you expect no invitation, do nothing.'
  return {
    subject,
    text: `${asked}\n\nOpen it here, within ${days} days:\n${url}\n\n${otherwise}\n`,
    html: mailSheet(subject, [
      `${mailBrand}<h1>${escapeHtml(subject)}</h1><p class="sub">${escapeHtml(asked)}</p>`,
      `<p>Open it within ${days} days.</p>${mailButton(url, 'Open an account')}`,
      `<div class="ft">${otherwise}<br>${escapeHtml(host)}</div>`,
    ]),
  }
}

interface MemberInvitation {
  project: string
  owner: string
  url: string
  days: number
}

/** Invitation to work on a project, with the link. */
export function writeMemberInvitationMail({ project, owner, url, days }: MemberInvitation): WrittenMail {
  const host = hostOf(url)
  const subject = `${owner} invites you to work on ${project}`
  const what = `You can open, change and answer everything in ${project}, with your account on ${host}.`
  const otherwise = 'The link works once. If you expect no invitation, do nothing.'
  return {
    subject,
    text: `${subject}.\n${what}\n\nJoin here, within ${days} days:\n${url}\n\n${otherwise}\n`,
    html: mailSheet(subject, [
      `${mailBrand}<h1>${escapeHtml(subject)}</h1><p class="sub">${escapeHtml(what)}</p>`,
      `<p>Join within ${days} days.</p>${mailButton(url, 'Join the project')}`,
      `<div class="ft">${otherwise}<br>Pinmark on ${escapeHtml(host)}</div>`,
    ]),
  }
}

/** Confirmation of an address that a visitor entered. */
export function writeConfirmMail(url: string, stopUrl: string): WrittenMail {
  const subject = 'Confirm your address for Pinmark'
  const host = hostOf(url)
  const asked = `Someone, probably you, entered this address on ${host} to get mail about replies to their comments.`
  const otherwise =
    'If it was not you, do nothing. No other mail is sent, and the address is removed tomorrow.'
  const forget = 'Remove it now'
  return {
    subject,
    text: `${asked}\n\nConfirm it here, within 24 hours:\n${url}\n\n${otherwise}\n${forget}: ${stopUrl}\n`,
    html: mailSheet(subject, [
      `${mailBrand}<h1>${subject}</h1><p class="sub">${escapeHtml(asked)}</p>`,
      `<p>Confirm it within 24 hours.</p>${mailButton(url, 'Confirm')}`,
      `<div class="ft">${otherwise} ${linkTo(stopUrl, forget)}.<br>Pinmark on ${escapeHtml(host)}</div>`,
    ]),
  }
}

interface NewAccess {
  /** A new API token; otherwise a new address of a webhook. */
  isToken: boolean
  /** Name and scope of the token, or the host of the address. */
  about: string
  accountUrl: string
}

/** Tells an account about a new API token or a new address of a webhook. */
export function writeNewAccessMail({ isToken, about, accountUrl }: NewAccess): WrittenMail {
  const subject = isToken ? 'A new API token for your account' : 'A new webhook address in your account'
  const what = isToken
    ? `An API token was made for your account: ${about}.`
    : `News of your projects now goes to ${about}.`
  const otherwise =
    'If it was not you, change your password. That ends every login, API token and webhook of your account.'
  return {
    subject,
    text: `${what}\n\n${otherwise}\n${accountUrl}\n`,
    html: mailSheet(subject, [
      `${mailBrand}<h1>${subject}</h1><p class="sub">${escapeHtml(what)}</p>`,
      `<p>${otherwise}</p>${mailButton(accountUrl, 'Open the account')}`,
      `<div class="ft">You get this whenever one is made.<br>Pinmark on ${escapeHtml(hostOf(accountUrl))}</div>`,
    ]),
  }
}

interface SwitchedOff {
  /** Host of its address. */
  host: string
  /** The reason, as a sentence. */
  reason: string
  webhooksUrl: string
}

/** Tells the owner that a webhook was switched off. */
export function writeWebhookMail({ host, reason, webhooksUrl }: SwitchedOff): WrittenMail {
  const subject = 'A webhook was switched off'
  const what = `Messages to ${host} could not be delivered, so nothing more is sent there.`
  const next =
    'Look at its deliveries, and turn it on again once its receiver takes them. What waits is sent then.'
  return {
    subject,
    text: `${what}\n${reason}\n\n${next}\n${webhooksUrl}\n`,
    html: mailSheet(subject, [
      `${mailBrand}<h1>${subject}</h1><p class="sub">${escapeHtml(what)}</p>`,
      `<p>${escapeHtml(reason)}</p><p>${next}</p>${mailButton(webhooksUrl, 'Open the webhooks')}`,
      `<div class="ft">You get this once, because the webhook is yours.<br>Pinmark on ${escapeHtml(hostOf(webhooksUrl))}</div>`,
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
  isDigest: boolean
  /** Whether the receiver owns the project; otherwise they are a member. */
  isOwner: boolean
  stopUrl: string
  settingsUrl: string
}

/** Tells a designer about verdicts and new comments on a project. */
export function writeDigestMail(digest: Digest): WrittenMail {
  const { project, projectUrl, verdicts, comments, open, isDigest, isOwner, stopUrl, settingsUrl } = digest
  const what = [
    ...(verdicts > 0 ? [verdicts === 1 ? '1 verdict' : `${verdicts} verdicts`] : []),
    ...(comments > 0 ? [comments === 1 ? '1 new comment' : `${comments} new comments`] : []),
  ].join(' and ')
  const subject = `${what} on ${project}`
  const all = { ...digest, count: verdicts + comments }
  const sub = `${open} ${open === 1 ? 'is' : 'are'} open.`
  const why = `You get this ${isDigest ? 'as a digest' : 'at once'}, because ${isOwner ? `${project} is yours` : `you work on ${project}`}.`
  const text = [
    `${subject}\n${sub}`,
    ...itemsAsText(all),
    `--\n${why}\nStop mail about this project: ${stopUrl}\nChange notices: ${settingsUrl}`,
  ].join('\n\n')
  return {
    subject,
    text: `${text}\n`,
    html: mailSheet(subject, [
      `${mailBrand}<h1>${escapeHtml(subject)}</h1><p class="sub">${sub}</p>`,
      itemsAsHtml(all),
      mailButton(projectUrl, 'Open the project'),
      `<div class="ft">${escapeHtml(why)} ${linkTo(stopUrl, 'Stop mail about this project')} or ` +
        `${linkTo(settingsUrl, 'change notices')}.<br>Pinmark on ${escapeHtml(hostOf(projectUrl))}</div>`,
    ]),
  }
}

interface News {
  /** Number of them. */
  replies: number
  versions: readonly { title: string; number: number }[]
  projectUrl: string
  stopUrl: string
}

const forget = 'Stop these mails and forget my address'

/** Tells a visitor about replies and new versions. */
export function writeNewsMail(
  news: News & { project: string; items: readonly MailItem[]; count: number },
): WrittenMail {
  const { project, projectUrl, stopUrl } = news
  const subject = `${subjectOf(news, project)} on ${project}`
  const why = `You get this because you asked for mail about replies on ${project}.`
  const text = [subject, ...itemsAsText(news), `--\n${why}\n${forget}: ${stopUrl}`].join('\n\n')
  return {
    subject,
    text: `${text}\n`,
    html: mailSheet(subject, [
      `${mailBrand}<h1>${escapeHtml(subject)}</h1><p class="sub"></p>`,
      itemsAsHtml(news),
      mailButton(projectUrl, 'Open the project'),
      footOf(why, news),
    ]),
  }
}

/** The same for a project with a password. It reveals nothing of the project, not even its name. */
export function writeLockedMail(news: News): WrittenMail {
  const { projectUrl, stopUrl, replies, versions } = news
  const subject = capitalised([repliesOf(replies), countOf(versions.length)].filter(Boolean).join(' and '))
  const why = 'You get this because you asked for mail about replies on a project with a password.'
  const where = 'What is new stands behind the password of the project.'
  return {
    subject,
    text: `${subject}\n\n${where}\n${projectUrl}\n\n--\n${why}\n${forget}: ${stopUrl}\n`,
    html: mailSheet(subject, [
      `${mailBrand}<h1>${subject}</h1><p class="sub">${where}</p>`,
      mailButton(projectUrl, 'Open the project'),
      footOf(why, news),
    ]),
  }
}

function footOf(why: string, { stopUrl, projectUrl }: News): string {
  const stop = linkTo(stopUrl, forget)
  return `<div class="ft">${escapeHtml(why)} ${stop}.<br>Pinmark on ${escapeHtml(hostOf(projectUrl))}</div>`
}

/** Such as `2 new replies and version 3 of Landing page`. A single design often has the name of its project. */
function subjectOf({ replies, versions }: News, project: string): string {
  const [only, ...others] = versions
  const version =
    only === undefined || others.length > 0
      ? countOf(versions.length)
      : only.number === 1
        ? `new design ${only.title}`
        : `version ${only.number}${only.title === project ? '' : ` of ${only.title}`}`
  return capitalised([repliesOf(replies), version].filter(Boolean).join(' and '))
}

const repliesOf = (count: number) => (count === 0 ? '' : `${count} new ${count === 1 ? 'reply' : 'replies'}`)
const countOf = (versions: number) =>
  versions === 0 ? '' : versions === 1 ? 'a new version' : `${versions} new versions`
export const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
