/** The words of mails, as HTML and as plain text that says the same. Styles stand in the mail: programs that read mail load
 *  nothing. */

export interface WrittenMail {
  subject: string
  text: string
  html: string
}

function escapeHtml(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;')
}

const styles = `:root{color-scheme:light dark}body{margin:0;background:#f3f3f1;color:#161615;font:400 15px/22px Inter,Arial,sans-serif}table{border-collapse:collapse}p{margin:0}a{color:inherit}.sheet{width:100%;max-width:600px;margin:24px auto;background:#fff}.sheet>tbody>tr>td{padding:0 32px}.br{font-weight:650;padding:24px 0 20px;font-size:16px}.br i{display:inline-block;width:12px;height:12px;border-radius:50% 50% 1px 50%;background:#ff6b1a;transform:rotate(45deg);margin-right:9px}h1{margin:0;font-size:20px;line-height:26px;font-weight:600}.sub{color:#494946;padding:4px 0 20px}.items{width:100%}.items td{border-top:1px solid #dededa;padding:16px 0;vertical-align:top}.cp{width:160px}.cp img{display:block;border:1px solid #c4c4bf}.m{font-size:13px;line-height:18px;color:#62625d}.w span{color:#62625d;font-size:13px}.t{padding:2px 0 8px;white-space:pre-wrap;overflow-wrap:anywhere}.o{font-size:13px}.btn{display:inline-block;margin:8px 0 28px;padding:10px 18px;background:#161615;color:#fff;border-radius:6px;font-weight:600;text-decoration:none}.ft{padding:16px 0 24px;border-top:1px solid #dededa;color:#62625d;font-size:12px;line-height:18px}@media (max-width:480px){.sheet{margin:0}.sheet>tbody>tr>td{padding:0 16px}.cp{width:112px}.cp img{width:96px;height:72px}}@media (prefers-color-scheme:dark){body{background:#131312;color:#f3f3f0}.sheet{background:#1b1b1a}.sub{color:#c6c6c1}.m,.w span,.ft{color:#a1a19b}.items td,.ft{border-color:#30302e}.btn{background:#f3f3f0;color:#161615}.cp img{border-color:#4a4a46}}`

/** The sheet that every mail is written on. */
function mailSheet(title: string, rows: readonly string[]): string {
  const cells = rows.map((row) => `<tr><td>${row}</td></tr>`).join('')
  return (
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">` +
    `<meta name="color-scheme" content="light dark"><title>${escapeHtml(title)}</title><style>${styles}</style></head>` +
    `<body><main><table class="sheet" role="presentation"><tbody>${cells}</tbody></table></main></body></html>`
  )
}

const mailBrand = '<p class="br"><i></i>Pinmark</p>'

/** The link to a new password. */
export function writeResetMail(email: string, url: string): WrittenMail {
  const subject = 'A new password for Pinmark'
  const asked = `Someone, probably you, asked for a new password for ${email}.`
  const otherwise = 'If it was not you, do nothing. Nothing changed.'
  return {
    subject,
    text: `${asked}\n\nChoose one here, within 30 minutes:\n${url}\n\n${otherwise}\n`,
    html: mailSheet(subject, [
      `${mailBrand}<h1>${subject}</h1><p class="sub">${escapeHtml(asked)}</p>`,
      `<p>Choose one within 30 minutes.</p><a class="btn" href="${escapeHtml(url)}">Choose a new password</a>`,
      `<div class="ft">${otherwise}<br>${escapeHtml(new URL(url).host)}</div>`,
    ]),
  }
}

interface DigestItem {
  /** Such as `Landing page, comment 3`. */
  place: string
  /** Such as `Open comment 3`. */
  action: string
  url: string
  by: string
  at: Date
  words: string
  /** Content id of a picture of the spot. */
  picture?: string | undefined
}

interface Digest {
  project: string
  projectUrl: string
  items: readonly DigestItem[]
  /** Open comments of the project. */
  open: number
  isDigest: boolean
  stopUrl: string
  settingsUrl: string
}

/** Of one mail; the others are counted. */
export const maxItems = 20
const time = new Intl.DateTimeFormat('en-GB', {
  ...{ day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' },
  timeZone: 'UTC',
})

/** New comments on a project, for its owner. */
export function writeDigestMail(digest: Digest): WrittenMail {
  const { project, projectUrl, items, open, isDigest, stopUrl, settingsUrl } = digest
  const count = items.length
  const subject = `${count} new ${count === 1 ? 'comment' : 'comments'} on ${project}`
  const sub = `${open} ${open === 1 ? 'is' : 'are'} open.`
  const shown = items.slice(0, maxItems)
  const more = count > shown.length ? `and ${count - shown.length} more` : ''
  const why = `You get this ${isDigest ? 'as a digest' : 'at once'}, because ${project} is yours.`
  const whenOf = ({ at }: DigestItem) => `${time.format(at)} UTC`
  const text = [
    `${subject}\n${sub}`,
    ...shown.map((item) => `${item.place}\n${item.by}, ${whenOf(item)}\n${item.words}\n${item.url}`),
    ...(more === '' ? [] : [`${more}: ${projectUrl}`]),
    `--\n${why}\nStop mail about this project: ${stopUrl}\nChange notices: ${settingsUrl}`,
  ].join('\n\n')
  const link = (url: string, words: string, look = '') =>
    `<a${look} href="${escapeHtml(url)}">${escapeHtml(words)}</a>`
  const hasPictures = shown.some(({ picture }) => picture !== undefined)
  const pictureCell = ({ picture, url, action }: DigestItem) =>
    picture === undefined
      ? ''
      : `<td class="cp"><a href="${escapeHtml(url)}"><img src="cid:${picture}" alt="${escapeHtml(action)}" width="144" height="108"></a></td>`
  const rows = shown.map(
    (item) =>
      `<tr>${pictureCell(item)}<td${item.picture === undefined && hasPictures ? ' colspan="2"' : ''}><p class="m">${escapeHtml(item.place)}</p>` +
      `<p class="w"><b>${escapeHtml(item.by)}</b> <span>${whenOf(item)}</span></p>` +
      `<p class="t">${escapeHtml(item.words)}</p>${link(item.url, item.action, ' class="o"')}</td></tr>`,
  )
  const rest = more === '' ? '' : `<tr><td class="m" colspan="2">${more}</td></tr>`
  return {
    subject,
    text: `${text}\n`,
    html: mailSheet(subject, [
      `${mailBrand}<h1>${escapeHtml(subject)}</h1><p class="sub">${sub}</p>`,
      `<table class="items" role="presentation"><tbody>${rows.join('')}${rest}</tbody></table>`,
      link(projectUrl, 'Open the project', ' class="btn"'),
      `<div class="ft">${escapeHtml(why)} ${link(stopUrl, 'Stop mail about this project')} or ` +
        `${link(settingsUrl, 'change notices')}.<br>Pinmark on ${escapeHtml(new URL(projectUrl).host)}</div>`,
    ]),
  }
}
