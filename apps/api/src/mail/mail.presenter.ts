/** How mails look, as HTML and as plain text with the same content, in the language of their receivers. Styles are inline,
 *  because mail programs load nothing. */
import type { Wording } from '@pinmark/words/server'
import { escapeHtml } from '../base/escape-html'

export interface WrittenMail {
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
export function letter(
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
export function newsLetter(wording: Wording, letter: NewsLetter): WrittenMail {
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

const styles = `:root{color-scheme:light dark}body{margin:0;background:#f3f3f1;color:#161615;font:400 15px/22px Inter,Arial,sans-serif}table{border-collapse:collapse}p{margin:0}a{color:inherit}.sheet{width:100%;max-width:600px;margin:24px auto;background:#fff;overflow-wrap:anywhere;word-break:break-word}.sheet>tbody>tr>td{padding:0 32px}.br{font-weight:650;padding:24px 0 20px;font-size:16px}.br i{display:inline-block;width:12px;height:12px;border-radius:50% 50% 1px 50%;background:#ff6b1a;transform:rotate(45deg)}h1{margin:0;font-size:20px;line-height:26px;font-weight:600}.sub{color:#494946;padding:4px 0 20px}.items{width:100%}.items td{border-top:1px solid #dededa;padding:16px 0;vertical-align:top}.cp{width:160px}.cp img{display:block;border:1px solid #c4c4bf}.m{font-size:13px;line-height:18px;color:#62625d}.w span{color:#62625d;font-size:13px}.t{padding:2px 0 8px;white-space:pre-wrap}.a img{border:1px solid #c4c4bf}.o{font-size:13px}.btn{display:inline-block;margin:8px 0 28px;padding:10px 18px;background:#161615;color:#fff;border-radius:6px;font-weight:600;text-decoration:none}.ft{padding:16px 0 24px;border-top:1px solid #dededa;color:#62625d;font-size:12px;line-height:18px}@media (max-width:480px){.sheet{margin:0}.sheet>tbody>tr>td{padding:0 16px}.cp{width:112px}.cp img{width:96px;height:72px}.a img{width:84px;height:63px}}@media (prefers-color-scheme:dark){body{background:#131312;color:#f3f3f0}.sheet{background:#1b1b1a}.sub{color:#c6c6c1}.m,.w span,.ft{color:#a1a19b}.items td,.ft{border-color:#30302e}.btn{background:#f3f3f0;color:#161615}.cp img,.a img{border-color:#4a4a46}}`

/** The layout of every mail. @param rows of HTML */
function mailSheet(
  { language, dir }: Pick<Wording, 'language' | 'dir'>,
  title: string,
  rows: readonly string[],
): string {
  const cells = rows.map((row) => `<tr><td>${row}</td></tr>`).join('')
  return (
    `<!doctype html><html lang="${language}" dir="${dir}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">` +
    `<meta name="color-scheme" content="light dark"><title>${escapeHtml(title)}</title><style>${styles}</style></head>` +
    // Mail programs drop the attributes of `html`.
    `<body><main lang="${language}" dir="${dir}"><table class="sheet" role="presentation"><tbody>${cells}</tbody></table></main></body></html>`
  )
}

function mailBrand({ dir }: Pick<Wording, 'dir'>): string {
  return `<p class="br"><i style="margin-${dir === 'rtl' ? 'left' : 'right'}:9px"></i>Pinmark</p>`
}

/** @param look attributes, as HTML */
function linkTo(url: string, words: string, look = ''): string {
  return `<a${look} href="${escapeHtml(url)}">${escapeHtml(words)}</a>`
}

/** The button of a mail. */
function mailButton(url: string, words: string): string {
  return linkTo(url, words, ' class="btn"')
}

/** One new message or version. */
export interface MailItem {
  /** Such as `Landing page, comment 3`. */
  place: string
  /** Such as `Open comment 3`. */
  action: string
  url: string
  by: string
  at: Date
  /** May be empty. */
  words: string
  /** Content id of the picture of the spot. */
  picture?: string | undefined
  /** Pictures in the message. */
  attached?: readonly { cid: string; name: string }[]
}

/** Maximum in one mail; the others are counted. */
export const maxItems = 20

function timesIn({ format }: Wording): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(format, {
    ...{ day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' },
    ...{ timeZone: 'UTC', timeZoneName: 'short' },
  })
}

/** Each line is marked, so that no words of a visitor look like sentences and links of the mail itself. */
const quoted = (words: string) => words.replace(/^/gm, '> ')

interface MailItems {
  /** The first of them. */
  items: readonly MailItem[]
  /** The number of all, including those that are not shown. */
  count: number
  /** Shows all of them. */
  projectUrl: string
}

const shownOf = ({ items }: MailItems) => items.slice(0, maxItems)
const moreThan = ({ m }: Wording, items: readonly MailItem[], { count }: MailItems) =>
  count > items.length ? m.mail_more({ count: count - items.length }) : ''

/** @returns paragraphs */
function itemsAsText(wording: Wording, all: MailItems): string[] {
  const { m } = wording
  const shown = shownOf(all)
  const more = moreThan(wording, shown, all)
  const times = timesIn(wording)
  return [
    ...shown.map((item) =>
      [
        item.place,
        m.mail_item_by({ name: item.by, time: times.format(item.at) }),
        ...(item.words === '' ? [] : [quoted(item.words)]),
        ...(item.attached ?? []).map(({ name }) => m.mail_picture({ name })),
        item.url,
      ].join('\n'),
    ),
    ...(more === '' ? [] : [`${more}: ${all.projectUrl}`]),
  ]
}

/** Each line has a direction of its own: a verdict is in the language of the mail, and its note in any. */
function linesOf(words: string): string {
  const lines = words === '' ? [] : words.split('\n')
  return lines.map((line) => `<div dir="auto">${escapeHtml(line) || '<br>'}</div>`).join('')
}

function itemsAsHtml(wording: Wording, all: MailItems): string {
  const shown = shownOf(all)
  const times = timesIn(wording)
  const hasPictures = shown.some(({ picture }) => picture !== undefined)
  const pictureCell = ({ picture, url, action }: MailItem) =>
    picture === undefined
      ? ''
      : `<td class="cp"><a href="${escapeHtml(url)}"><img src="cid:${picture}" alt="${escapeHtml(action)}" width="144" height="108"></a></td>`
  const attachedOf = ({ attached = [], url }: MailItem) =>
    attached.length === 0
      ? ''
      : `<p class="a">${attached.map(({ cid, name }) => `<a href="${escapeHtml(url)}"><img src="cid:${cid}" alt="${escapeHtml(wording.m.mail_picture({ name }))}" width="112" height="84"></a> `).join('')}</p>`
  const rows = shown.map(
    (item) =>
      `<tr>${pictureCell(item)}<td${item.picture === undefined && hasPictures ? ' colspan="2"' : ''}><p class="m">${escapeHtml(item.place)}</p>` +
      `<p class="w"><b dir="auto">${escapeHtml(item.by)}</b> <span>${times.format(item.at)}</span></p>` +
      `<div class="t">${linesOf(item.words)}</div>${attachedOf(item)}${linkTo(item.url, item.action, ' class="o"')}</td></tr>`,
  )
  const more = moreThan(wording, shown, all)
  const rest = more === '' ? '' : `<tr><td class="m" colspan="2">${linkTo(all.projectUrl, more)}</td></tr>`
  return `<table class="items" role="presentation"><tbody>${rows.join('')}${rest}</tbody></table>`
}
