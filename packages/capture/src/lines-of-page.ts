/** A line of text on a page. */
export interface TextLine {
  readonly text: string
  /** Left, top, width and height in pixels of the picture. */
  readonly box: readonly [number, number, number, number]
  readonly selector?: string
  readonly role?: string
}

export interface LineLimits {
  /** The size of the picture in CSS pixels. */
  readonly width: number
  readonly height: number
  readonly lines: number
  /** Code points of a line, and UTF-16 units of all lines. */
  readonly letters: number
  readonly lettersInAll: number
  readonly selector: number
}

/** Reads the lines of text that a page shows, in the order of its document: words of one block that stand beside each other,
 *  and what its fields contain. It runs inside the page. */
export function linesOfPage(limits: LineLimits): TextLine[] {
  interface Box {
    left: number
    top: number
    right: number
    bottom: number
  }
  interface Line extends Box {
    text: string
    block: Element
    owner: Element
  }
  /** A wider gap, in heights of the line, separates columns. */
  const maxGap = 1.5
  const roles: Readonly<Record<string, string>> = { A: 'link', BUTTON: 'button', LABEL: 'label' }
  const named = '[role], a[href], button, label, h1, h2, h3, h4, h5, h6'
  const whole: Box = { left: 0, top: 0, right: limits.width, bottom: limits.height }

  const found: Line[] = []
  const clips = new Map<Element, Box>()
  let endsInSpace = true
  const roots = rootsIn(document.body)
  for (const root of roots) {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    while (walker.nextNode()) addWords(walker.currentNode)
  }
  for (const root of roots)
    for (const field of root.querySelectorAll<HTMLInputElement>('input, textarea, select')) addField(field)
  const lines: TextLine[] = []
  let letters = 0
  for (const line of found) {
    const seen = seenOf(line)
    letters += seen?.text.length ?? 0
    if (letters > limits.lettersInAll || lines.length === limits.lines) break
    if (seen) lines.push(seen)
  }
  return lines

  /** The element, and the shadow roots of web components in it that are open. */
  function rootsIn(root: Element | ShadowRoot): (Element | ShadowRoot)[] {
    const inside = [...root.querySelectorAll('*')].flatMap(({ shadowRoot }) =>
      shadowRoot ? rootsIn(shadowRoot) : [],
    )
    return [root, ...inside]
  }

  /** Of a node at the beginning of a shadow root, the component. */
  function parentOf(node: Node): Element | null {
    return node.parentNode instanceof ShadowRoot ? node.parentNode.host : node.parentElement
  }

  function addWords(node: Node): void {
    const owner = parentOf(node)
    const text = node.nodeValue ?? ''
    if (!owner || !isVisible(owner)) return
    for (const word of text.matchAll(/\S+/g)) {
      const isApart = word.index > 0 || endsInSpace
      for (const [piece, box] of piecesOf(node, word.index, word.index + word[0].length))
        add({ ...box, text: shownAs(piece, owner), block: blockOf(owner), owner }, isApart)
      endsInSpace = false
    }
    if (/\s$/.test(text)) endsInSpace = true
  }

  function isVisible(element: Element): boolean {
    return element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
  }

  /** The parts of a word that stand on one line each: text without spaces breaks anywhere. */
  function piecesOf(node: Node, start: number, end: number): [text: string, box: Box][] {
    const range = document.createRange()
    range.setStart(node, start)
    range.setEnd(node, end)
    const rects = [...range.getClientRects()].filter(({ width, height }) => width > 0 && height > 0)
    const [first] = rects
    if (!first) return []
    const isInFirst = ({ top, bottom }: Box) =>
      (top + bottom) / 2 > first.top && (top + bottom) / 2 < first.bottom
    if (end - start < 2 || rects.every(isInFirst)) {
      const { left, top, right, bottom } = range.getBoundingClientRect()
      return [[range.toString(), { left, top, right, bottom }]]
    }
    const middle = Math.floor((start + end) / 2)
    return [...piecesOf(node, start, middle), ...piecesOf(node, middle, end)]
  }

  /** Adds a word to the line before it, if that goes on. */
  function add(word: Line, isApart: boolean): void {
    const line = found.at(-1)
    const height = word.bottom - word.top
    const goesOn =
      line !== undefined &&
      line.block === word.block &&
      Math.min(line.bottom, word.bottom) - Math.max(line.top, word.top) > height / 2 &&
      Math.max(word.left - line.right, line.left - word.right) < maxGap * height
    if (!goesOn) return void found.push({ ...word })
    line.text += (isApart ? ' ' : '') + word.text
    line.left = Math.min(line.left, word.left)
    line.top = Math.min(line.top, word.top)
    line.right = Math.max(line.right, word.right)
    line.bottom = Math.max(line.bottom, word.bottom)
  }

  /** What a field shows. A password is not read. */
  function addField(field: HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement): void {
    const isOfWords =
      !(field instanceof HTMLInputElement) ||
      /^(?:text|search|email|tel|url|number|date|time|submit|button|reset)$/.test(field.type)
    if (!isOfWords || !isVisible(field)) return
    const shown =
      field instanceof HTMLSelectElement ? field.selectedOptions[0]?.text : field.value || field.placeholder
    const { left, top, right, bottom } = field.getBoundingClientRect()
    if (shown?.trim())
      found.push({ left, top, right, bottom, text: shown.trim(), block: field, owner: field })
  }

  function shownAs(text: string, owner: Element): string {
    const { textTransform } = getComputedStyle(owner)
    if (textTransform === 'uppercase')
      return text.toLocaleUpperCase(document.documentElement.lang || undefined)
    return textTransform === 'lowercase'
      ? text.toLocaleLowerCase(document.documentElement.lang || undefined)
      : text
  }

  function blockOf(element: Element): Element {
    const isInline = getComputedStyle(element).display.startsWith('inline')
    const parent = isInline ? parentOf(element) : null
    return parent ? blockOf(parent) : element
  }

  /** The part of the picture in which an element is not cut off. */
  function clipOf(element: Element): Box {
    const known = clips.get(element)
    if (known) return known
    const parent = parentOf(element)
    const outer = parent ? clipOf(parent) : whole
    const isRoot = element === document.documentElement || element === document.body
    const isCutting = !isRoot && getComputedStyle(element).overflow !== 'visible'
    const clip = isCutting ? common(outer, onPage(element.getBoundingClientRect())) : outer
    clips.set(element, clip)
    return clip
  }

  function onPage({ left, top, right, bottom }: Box): Box {
    const { scrollX, scrollY } = window
    return { left: left + scrollX, top: top + scrollY, right: right + scrollX, bottom: bottom + scrollY }
  }

  function common(one: Box, other: Box): Box {
    return {
      left: Math.max(one.left, other.left),
      top: Math.max(one.top, other.top),
      right: Math.min(one.right, other.right),
      bottom: Math.min(one.bottom, other.bottom),
    }
  }

  /** A line as far as the picture shows it. */
  function seenOf({ owner, ...line }: Line): TextLine | null {
    const box = onPage(line)
    const seen = common(box, clipOf(owner))
    // Half of a line that is cut off can still be read.
    const isSeen = seen.right > seen.left && seen.bottom - seen.top > (box.bottom - box.top) / 2
    const clean = line.text.replace(/[\p{Cc}\p{Cs}\s]+/gu, ' ').trim()
    const text = [...clean].slice(0, limits.letters).join('')
    if (!isSeen || text === '') return null
    // No selector reaches into a shadow root.
    const selector = owner.getRootNode() === document ? selectorOf(owner) : ''
    const role = roleOf(owner)
    return {
      text,
      box: [seen.left, seen.top, seen.right - seen.left, seen.bottom - seen.top],
      ...(selector !== '' && selector.length <= limits.selector && { selector }),
      ...(role !== undefined && { role }),
    }
  }

  /** A selector that finds the element alone. */
  function selectorOf(element: Element): string {
    const { id, localName, parentElement } = element
    const own = `#${CSS.escape(id)}`
    if (id !== '' && document.querySelectorAll(own).length === 1) return own
    if (!parentElement) return localName
    const alike = [...parentElement.children].filter((child) => child.localName === localName)
    const place = alike.length > 1 ? `:nth-of-type(${alike.indexOf(element) + 1})` : ''
    return `${selectorOf(parentElement)} > ${CSS.escape(localName)}${place}`
  }

  function roleOf(element: Element): string | undefined {
    const of = element.closest(named)
    if (!of) return undefined
    const [role = ''] = (of.getAttribute('role') ?? '').trim().split(/\s+/)
    if (/^[a-z]{1,40}$/.test(role)) return role
    return /^H\d$/.test(of.tagName) ? 'heading' : roles[of.tagName]
  }
}
