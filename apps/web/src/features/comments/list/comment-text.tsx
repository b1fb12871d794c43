import { memo } from 'react'

/** A piece of a comment: plain text, or an address that can be opened. `at` is its offset in the text. */
type TextPiece =
  | { kind: 'text'; at: number; text: string }
  | { kind: 'link'; at: number; text: string; href: string }

/** Letters of East Asia, where no space separates an address from the sentence. */
const cjk = String.raw`\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Bopomofo}ー・`
/** What ends an address everywhere: white space and characters that never occur in a typed address. Bidi controls are among
 *  them, so that readers see where the link leads. */
const ending = String.raw`\s<>"„` + '`' + String.raw`\u061C\u200B\u200E\u200F\u202A-\u202E\u2060\u2066-\u2069`
/** The same beyond ASCII: brackets, quotes, symbols, emoji, and the punctuation and wide forms of East Asia. */
const endingBeyondAscii = String.raw`(?![\x21-\x7E])[\p{Ps}\p{Pe}\p{Pi}\p{Pf}\p{S}、。〃〜〰〽\uFF00-\uFFEF]`
const inAddress = (except: string) => `(?:(?!${endingBeyondAscii})[^${ending}${except}])`
/** A part of a host between two dots. A name in CJK letters begins with one: `https://a.exampleを見て` ends before `を`. */
const label = `(?:[${cjk}]${inAddress('./?#')}*|${inAddress(`./?#${cjk}`)}+)`
/** `http` or `https`, a host, and a path without CJK letters: browsers copy those percent-encoded, so that others belong
 *  to the sentence. */
const candidate = new RegExp(
  String.raw`\bhttps?://${label}(?:\.${label})*\.?(?:[/?#]${inAddress(cjk)}*)?`,
  'giu',
)

/** The `rel` of links in comments: no referrer, no opener, no ranking. */
const safeLinkRel = 'nofollow noopener noreferrer ugc'

/** Splits a text into plain pieces and `http(s)` links. Joined again, the pieces are the text, byte for byte. */
export function linkify(text: string): TextPiece[] {
  const pieces: TextPiece[] = []
  let end = 0
  for (const match of text.matchAll(candidate)) {
    const shown = withoutTrailingPunctuation(match[0])
    const href = safeHref(shown)
    if (!href) continue
    if (match.index > end) pieces.push({ kind: 'text', at: end, text: text.slice(end, match.index) })
    pieces.push({ kind: 'link', at: match.index, text: shown, href })
    end = match.index + shown.length
  }
  if (end < text.length) pieces.push({ kind: 'text', at: end, text: text.slice(end) })
  return pieces
}

/** The normalised address, or null if it is not a plain web address. A user name or password before the host
 *  can disguise the real host, so such a text stays text. */
function safeHref(shown: string): string | null {
  // Reading a host of 5,000 letters with accents takes 40 ms, each time the comment is drawn.
  if (/^.{8}[^/?#]{255}/u.test(shown) || !URL.canParse(shown)) return null
  const { username, password, href } = new URL(shown)
  return username || password ? null : href
}

/** Removes punctuation that belongs to the sentence. A closing bracket stays if it was opened inside the
 *  address. */
function withoutTrailingPunctuation(address: string): string {
  const unopened = new Map(
    [...brackets].map(([closing, opening]) => [closing, count(address, closing) - count(address, opening)]),
  )
  let end = address.length
  while (end > 0) {
    const last = address.charAt(end - 1)
    const surplus = unopened.get(last)
    if (surplus === undefined ? !trailing.test(last) : surplus <= 0) break
    if (surplus !== undefined) unopened.set(last, surplus - 1)
    end -= 1
  }
  return address.slice(0, end)
}

const brackets = new Map([
  [')', '('],
  [']', '['],
  ['}', '{'],
])
const trailing = /[.,;:!?'*_~|]|(?![\x21-\x7E])\p{P}/u

function count(text: string, character: string): number {
  return text.split(character).length - 1
}

interface CommentTextProps {
  readonly text: string
  /** Of its links. */
  readonly tabIndex?: number | undefined
}

/** The text of a comment, never as HTML: line breaks are kept, long words wrap, web addresses are links. */
export const CommentText = memo(function CommentText({ text, tabIndex }: CommentTextProps) {
  return linkify(text).map((piece) =>
    piece.kind === 'text' ? (
      <span key={piece.at}>{piece.text}</span>
    ) : (
      <a
        key={piece.at}
        href={piece.href}
        target="_blank"
        rel={safeLinkRel}
        tabIndex={tabIndex}
        className="relative underline underline-offset-3"
      >
        {piece.text}
      </a>
    ),
  )
})
