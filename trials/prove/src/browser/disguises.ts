/** Invisible marks, marks that change the direction of text, and marks that stack on one another. None
 *  belongs in a name. */
export const hiddenMarks: readonly string[] = [
  ...'\u202A\u202B\u202C\u202D\u202E\u2066\u2067\u2068\u2069\u200E\u200F\u061C',
  ...'\u200B\u2060\u2061\u2062\u2063\u2064\uFEFF\u00AD\u180E\u115F\u1160\u3164\uFFA0\uFFF9\uFFFB\u2028\u2029',
  '\u{E0041}',
  '\u200D\u200D',
  '\u0301'.repeat(6),
  '\u0488'.repeat(9),
  '\u0000',
  '\u0007',
  '\u009F',
  '\uD800',
]

/** Marks that some scripts and emoji need, and that draw nothing in a Latin name. */
const silent = ['\u200C', '\u200D', '\uFE0F', '\uFE00', '\u034F', '\u{E0100}']

/** Letters of other scripts, styles and frames that are drawn like these. Chosen by eye, not from the server's table. */
const drawnLike: Record<string, string> = {
  M: 'ΜМᎷⅯＭ𝐌𝑀𝓜𝕄𝕸𝗠𝙼ᴍⓂ🅜🅼🄼ꓟ',
  H: 'ΗНᎻＨ𝐇𝐻𝓗ℍℌ𝗛𝙷ʜⒽ🅗🅷🄷ꓧ',
  a: 'аαɑａ𝐚𝑎𝓪𝕒𝖆𝗮𝚊ᴀⓐₐ',
  r: 'гｒ𝐫𝑟𝓻𝕣𝖗𝗿𝚛ʀⓡᵣ',
  l: 'I1|ӏІΙⅼｌ𝐥𝑙𝓵𝕝𝖑𝗹𝚕ʟⓛₗǀ',
  d: 'ԁⅾｄ𝐝𝑑𝓭𝕕𝖉𝗱𝚍ᴅⓓ',
}

/** The name with look-alikes in place of one of its letters, and of all of them. */
function foreignLettersIn(name: string): string[] {
  const letters = [...name]
  const one = letters.flatMap((letter, at) =>
    Array.from(drawnLike[letter] ?? '', (other) => letters.with(at, other).join('')),
  )
  const all = Array.from({ length: 12 }, (_, style) =>
    letters.map((letter) => [...(drawnLike[letter] ?? letter)].at(style) ?? letter).join(''),
  )
  return [...one, ...all]
}

/** Names that claim to be the owner's, in words. */
export const ownerClaims: readonly string[] = [
  ...['Owner', 'Designer', 'OWNER', '(owner)', '– Designer', 'Owner, Designer', '✓ owner'],
  ...['owner!', '[Owner] Anna', 'Designer: Anna', 'Owner 👑 Anna', 'Designer – Anna', 'Dеѕіgnеr'],
  ...['(оwnеr) Anna', 'ᴏᴡɴᴇʀ', '0WNER: Anna', 'DESlGNER', 'ⓓⓔⓢⓘⓖⓝⓔⓡ – Anna', 'Ｏｗｎｅｒ'],
]

/** Names of people and companies that have to be accepted. */
export const honestNames: readonly string[] = [
  ...[
    'Anna Owens',
    'Anna Downer',
    'Designer Outlet',
    'Designers & Friends',
    'Product Owner Tim',
    'Owner’s Club',
    'Lea, Designer at ACME',
    'Anna (designer)',
  ],
  ...[
    'Mara',
    'Mara Haldén',
    'Márá Hald',
    'Mara Harald',
    'Tamara Hald',
    'Hald',
    'Мария',
    'Μαρία',
    '王伟',
    'مريم',
  ],
]

/** Other ways to write a name that look the same. */
export function lookalikesOf(name: string): string[] {
  const wide = (text: string) =>
    text.replace(/[A-Za-z]/g, (letter) => String.fromCodePoint(letter.charCodeAt(0) + 0xfee0))
  const [first = '', ...rest] = name.split(' ')
  return [
    name.toLowerCase(),
    name.toUpperCase(),
    wide(name),
    wide(first) + rest.join(''),
    name.normalize('NFD'),
    ...foreignLettersIn(name),
    ...[`${name} ✓`, `★ ${name}`, `${name}.`, name.replace(' ', '-'), `Designer ${name}`, `${name} ✔\uFE0F`],
    `  ${name}\u00a0`,
    ...['\u00a0', '\u2003', '\u3000', '\u2800', '  '].map((space) => name.replace(' ', space)),
    ...silent.flatMap((mark) => [
      `${name.slice(0, 2)}${mark}${name.slice(2)}`,
      name.replace(' ', `${mark.replace(/[\u200C\u200D]/, '\uFE0F')} `),
    ]),
  ]
}

/** Allowed texts that could break the page or cover other texts. */
export const wildTexts: Record<string, string> = {
  'marks upon marks': `Look ${'H\u0351\u0352\u0353\u033f\u0489'.concat('\u0344\u0333'.repeat(120)).repeat(6)}`,
  'an order that is never turned back': '\u202Egnp.ngised eht ni si sihT \u2067\u2066\u2068 and on',
  'one endless word': 'W'.repeat(5_000),
  'one endless line of joined spaces': 'a\u00a0'.repeat(2_400),
  'thousands of lines': `top${'\n'.repeat(4_900)}bottom`,
  'the widest letters there are': '\uFDFD\u{1242B}\u2E3B'.repeat(300),
  tabs: `a${'\t'.repeat(3_000)}b`,
  'letters of both directions': 'שלום hello مرحبا 123 '.repeat(60),
  families: '👩‍👩‍👧‍👦'.repeat(400),
  'nothing but joiners between letters': 'a\u200D\u200B\u2060'.repeat(1_000),
}

export const wildNames: readonly string[] = [
  'W'.repeat(60),
  '\uFDFD'.repeat(60),
  '\u{1242B}'.repeat(60),
  'a\u0351\u0352\u0353\u0333'.repeat(12),
  'שלום שלום',
  'é'.repeat(60),
]
