import * as block from './blocks'

/** Applies the edit to the page in the browser, and marks the elements: `data-look` for changed text, colours or
 *  shape, `data-moved` for moved ones, `data-new` for added ones. */
interface Edit {
  name: string
  apply?: (root: Document, part: string) => void
  /** HTML that `apply` receives. */
  part?: string
  /** Pixels per CSS pixel of the export after the edit. */
  scale?: number
  /** Width of the viewport after the edit, as a share of the page's own. */
  relaidTo?: number
  format?: 'png' | 'jpeg'
  /** Whether the target of 8 % of places to check applies. It does not when the whole page looks different. */
  isWhole?: boolean
  /** Whether the list of changes is measured. Then only the marked elements may be listed. */
  judgesChanges?: boolean
}

export const edits: Edit[] = [
  { name: 'nothing changed', judgesChanges: true },
  { name: 'section inserted', judgesChanges: true, part: block.quote('inserted'), apply: insertSection },
  {
    name: 'large section inserted',
    judgesChanges: true,
    part: block.features('inserted', 6),
    apply: insertSection,
  },
  {
    name: 'banner on top',
    judgesChanges: true,
    part: '<div data-new style="background:#fde68a;color:#111;padding:12px;text-align:center">Summer offer until the end of the month</div>',
    apply: (root, part) => root.body.insertAdjacentHTML('afterbegin', part),
  },
  {
    name: 'section removed',
    judgesChanges: true,
    apply: (root) => [...root.querySelectorAll('[data-section]')].at(-3)?.remove(),
  },
  {
    name: 'sections reordered',
    judgesChanges: true,
    apply: (root) => {
      const sections = [...root.querySelectorAll<HTMLElement>('[data-section]')]
      const [first, second] = [sections.at(-3), sections.at(-2)]
      if (!first || !second) return
      const smaller = first.offsetHeight < second.offsetHeight ? first : second
      smaller.dataset['moved'] = ''
      second.after(first)
    },
  },
  { name: 'heading rewritten', judgesChanges: true, apply: (root) => rewrite(root, 'h2, h1', 5, 2) },
  { name: 'paragraphs rewritten', judgesChanges: true, apply: (root) => rewrite(root, 'p', 10, 3) },
  {
    name: 'small texts rewritten',
    judgesChanges: true,
    apply: (root) => rewrite(root, 'td, h3, .note, .subject, label', 3, 5),
  },
  {
    name: 'button text rewritten',
    judgesChanges: true,
    apply: (root) => rewrite(root, '.btn', 2, 3),
  },
  {
    name: 'button recoloured',
    judgesChanges: true,
    apply: (root) => {
      for (const button of [...root.querySelectorAll<HTMLElement>('.btn:not(.quiet)')].slice(0, 3)) {
        button.style.background = '#111827'
        button.style.color = '#facc15'
        button.dataset['look'] = ''
      }
    },
  },
  {
    name: 'brand colour',
    apply: (root) => {
      root.documentElement.style.setProperty('--accent', '#d9480f')
      for (const element of root.querySelectorAll<HTMLElement>('.btn, .link, .tag, .icon, .chart, .face'))
        element.dataset['look'] = ''
    },
  },
  {
    name: 'button moved sideways',
    judgesChanges: true,
    apply: (root) => {
      for (const button of [...root.querySelectorAll<HTMLElement>('section .btn:last-child')].filter(
        (_, at) => at % 4 === 0,
      )) {
        button.style.position = 'relative'
        button.style.left = '60px'
        button.dataset['moved'] = ''
      }
    },
  },
  {
    name: 'columns swapped',
    judgesChanges: true,
    apply: (root) => {
      for (const columns of root.querySelectorAll('[data-columns]')) {
        const [left, right] = columns.children
        if (!(left instanceof HTMLElement) || !right) continue
        for (const column of [left, right]) column.setAttribute('data-moved', '')
        columns.append(left)
      }
    },
  },
  {
    name: 'section spacing changed',
    apply: (root) =>
      root.querySelectorAll<HTMLElement>('section').forEach((section) => (section.style.paddingTop = '84px')),
  },
  {
    name: 'gap of lists changed',
    apply: (root) =>
      root.querySelectorAll<HTMLElement>('[data-list]').forEach((list) => (list.style.rowGap = '52px')),
  },
  { name: 'export at 2x', scale: 2, judgesChanges: true },
  { name: 'export at 0.5x', scale: 0.5, judgesChanges: true },
  { name: 'export at 1280 of 1440', scale: 1280 / 1440, judgesChanges: true },
  {
    name: 'section inserted, export at 2x',
    scale: 2,
    part: block.quote('inserted'),
    apply: insertSection,
    judgesChanges: true,
  },
  { name: 'laid out 1280 of 1440 wide', relaidTo: 1280 / 1440, isWhole: true },
  {
    name: 'page longer',
    judgesChanges: true,
    part: block.questions('appended', 5) + block.quote('appended'),
    apply: (root, part) => {
      root.body.insertAdjacentHTML('beforeend', part)
      for (const added of [...root.body.children].slice(-2)) added.setAttribute('data-new', '')
    },
  },
  {
    name: 'page shorter',
    judgesChanges: true,
    apply: (root) =>
      [...root.querySelectorAll('[data-section]')].slice(-2).forEach((section) => section.remove()),
  },
  { name: 'dark mode', isWhole: true, apply: (root) => root.documentElement.classList.add('dark') },
  {
    name: 'photos replaced',
    judgesChanges: true,
    part: block.photo('another photo'),
    apply: (root, part) => {
      const source = /src="([^"]*)"/.exec(part)?.[1] ?? ''
      for (const photo of [...root.querySelectorAll<HTMLImageElement>('img.photo')].filter(
        (_, at) => at % 3 === 0,
      )) {
        photo.src = source
        photo.dataset['look'] = ''
      }
    },
  },
  {
    name: 'headings larger',
    apply: (root) => {
      for (const heading of root.querySelectorAll<HTMLElement>('h2')) {
        heading.style.fontSize = '2.2em'
        heading.dataset['look'] = ''
      }
    },
  },
  {
    name: 'list items removed',
    judgesChanges: true,
    apply: (root) =>
      root
        .querySelectorAll('[data-list]')
        .forEach((list) => list.children[Math.floor(list.children.length / 3)]?.remove()),
  },
  {
    name: 'list item added first',
    apply: (root) =>
      root.querySelectorAll('section [data-list]').forEach((list) => {
        const added = list.children[0]?.cloneNode(true)
        if (!(added instanceof HTMLElement)) return
        added.dataset['new'] = ''
        for (const leaf of [added, ...added.querySelectorAll('*')]) leaf.removeAttribute('data-id')
        for (const leaf of added.querySelectorAll('h3, p, .note, td, .subject, label, .who'))
          leaf.textContent = 'Newly added entry of this list'
        list.prepend(added)
      }),
  },
  {
    name: 'list reversed',
    apply: (root) =>
      root
        .querySelectorAll('section [data-list]')
        .forEach((list) => list.append(...[...list.children].reverse())),
  },
  {
    name: 'header taller',
    apply: (root) =>
      root.querySelectorAll<HTMLElement>('.nav').forEach((nav) => (nav.style.padding = '38px 0')),
  },
  {
    name: 'elements deleted',
    judgesChanges: true,
    apply: (root) =>
      [...root.querySelectorAll('section .leaf')]
        .filter((_, at) => at % 9 === 4)
        .forEach((leaf) => leaf.remove()),
  },
  {
    name: 'elements blanked',
    judgesChanges: true,
    apply: (root) =>
      [...root.querySelectorAll<HTMLElement>('section .leaf')]
        .filter((_, at) => at % 8 === 3)
        .forEach((leaf) => (leaf.style.visibility = 'hidden')),
  },
  {
    name: 'shapes of cards and buttons',
    apply: (root) =>
      root.querySelectorAll<HTMLElement>('.btn, .card, .photo').forEach((element) => {
        element.style.borderRadius = '22px'
        if (element.matches('.btn')) element.dataset['look'] = ''
      }),
  },
  { name: 'saved as JPEG', format: 'jpeg', judgesChanges: true },
  {
    name: 'several at once',
    part: block.quote('several'),
    apply: (root, part) => {
      insertSection(root, part)
      rewrite(root, 'h3', 4, 4)
      for (const button of [...root.querySelectorAll<HTMLElement>('.btn')].slice(1, 4)) {
        button.style.background = '#0f5132'
        button.style.color = '#ffffff'
        button.dataset['look'] = ''
      }
      root.querySelectorAll('[data-list]').forEach((list) => list.children[2]?.remove())
    },
  },
]

// Functions that an edit calls are sent to the browser with it.

export function insertSection(root: Document, part: string): void {
  const sections = root.querySelectorAll('[data-section]')
  const before = sections[Math.min(2, sections.length - 1)]
  before?.insertAdjacentHTML('beforebegin', part)
  before?.previousElementSibling?.setAttribute('data-new', '')
}

export function rewrite(root: Document, selector: string, words: number, every: number): void {
  const all = [...root.querySelectorAll<HTMLElement>(`section :is(${selector})`)]
  const chosen = all.filter((_, at) => at % every === Math.min(1, every - 1, all.length - 1))
  for (const element of chosen) {
    const length = (element.textContent ?? '').split(' ').length
    const source = 'Fresh words stand here instead of what the first draft said about this matter'.split(' ')
    const count = Math.max(words > length ? length : words, length - 1)
    element.textContent = Array.from(
      { length: count },
      (_, at) => source[(at * 5 + length) % source.length],
    ).join(' ')
    element.dataset['look'] = ''
  }
}
