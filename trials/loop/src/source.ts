import { parse, type DefaultTreeAdapterTypes } from 'parse5'

export type Element = DefaultTreeAdapterTypes.Element
type Node = DefaultTreeAdapterTypes.ChildNode
type Parent = DefaultTreeAdapterTypes.ParentNode

/** Replaces a part of a file. Offsets are those of the file as it was read. */
interface Splice {
  start: number
  end: number
  text: string
}

/** The HTML of a site. It is edited as text, so that everything else in the file stays as its author wrote it. */
export class Source {
  readonly #document
  readonly #splices: Splice[] = []

  constructor(private readonly html: string) {
    this.#document = parse(html, { sourceCodeLocationInfo: true })
  }

  /** The element of a selector as a capture writes it: `#id`, or a chain of `name:nth-of-type(2)`.
   *  @throws if there is none */
  find(selector: string): Element {
    let found: Parent = this.#document
    for (const step of selector.split(' > ')) {
      const [, id, name, place = '1'] = /^(?:#(.+)|(\w+)(?::nth-of-type\((\d+)\))?)$/.exec(step) ?? []
      const next: Element | undefined =
        id === undefined
          ? childrenOf(found).filter(({ tagName }) => tagName === name)[Number(place) - 1]
          : below(found).find(({ attrs }) => attrs.some((one) => one.name === 'id' && one.value === id))
      if (!next) throw new Error(`The source has no ${selector}.`)
      found = next
    }
    if (!('tagName' in found)) throw new Error('The selector is empty.')
    return found
  }

  /** Everything that an element says. */
  textOf(element: Element): string {
    return wordsIn(element).replaceAll(/\s+/g, ' ').trim()
  }

  /** @throws if the element does not say `before` */
  replaceWords(element: Element, before: string, after: string): void {
    const { start, end } = this.#rangeOf(element)
    const words = before.split(' ').map((word) => word.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`))
    const found = new RegExp(words.join(String.raw`\s+`)).exec(this.html.slice(start, end))
    if (!found) throw new Error(`“${this.textOf(element)}” does not say “${before}”.`)
    this.#splices.push({
      start: start + found.index,
      end: start + found.index + found[0].length,
      text: after,
    })
  }

  addStyle({ sourceCodeLocation }: Element, style: string): void {
    const end = sourceCodeLocation?.startTag?.endOffset
    if (end === undefined) throw new Error('The element has no tag.')
    this.#splices.push({ start: end - 1, end: end - 1, text: ` style="${style}"` })
  }

  remove(element: Element): void {
    this.#splices.push({ ...this.#rangeOf(element), text: '' })
  }

  append({ sourceCodeLocation }: Element, words: string): void {
    const end = sourceCodeLocation?.endTag?.startOffset
    if (end === undefined) throw new Error('The element has no end.')
    const last = this.html.slice(0, end).trimEnd().length
    this.#splices.push({ start: last, end: last, text: ` ${words}` })
  }

  addAfter(element: Element, html: string): void {
    const { end } = this.#rangeOf(element)
    this.#splices.push({ start: end, end, text: html })
  }

  exchange(one: Element, other: Element): void {
    const ranges = [this.#rangeOf(one), this.#rangeOf(other)]
    const [first, second] = ranges.map(({ start, end }) => this.html.slice(start, end))
    this.#splices.push(...ranges.map((range, at) => ({ ...range, text: (at === 0 ? second : first) ?? '' })))
  }

  /** The file with all edits. */
  edited(): string {
    let html = this.html
    for (const { start, end, text } of this.#splices.toSorted((a, b) => b.start - a.start))
      html = html.slice(0, start) + text + html.slice(end)
    return html
  }

  #rangeOf({ sourceCodeLocation }: Element) {
    if (!sourceCodeLocation) throw new Error('The element is not in the source.')
    return { start: sourceCodeLocation.startOffset, end: sourceCodeLocation.endOffset }
  }
}

/** The nearest element above that has a neighbour of its kind: the item of a list, the row of a table. With the elements
 *  before and after it. */
export function itemOf(element: Element): { item: Element; before?: Element; after?: Element } {
  const siblings = element.parentNode
    ? childrenOf(element.parentNode).filter((one) => isLike(one, element))
    : []
  const at = siblings.indexOf(element)
  const [before, after] = [siblings[at - 1], siblings[at + 1]]
  if (!before && !after) {
    if (!element.parentNode || !('tagName' in element.parentNode)) throw new Error('It is in no list.')
    return itemOf(element.parentNode)
  }
  return { item: element, ...(before && { before }), ...(after && { after }) }
}

/** Names of rows of a table and items of a list are enough; others are alike if they have the same class. */
function isLike(one: Element, other: Element): boolean {
  if (one.tagName !== other.tagName) return false
  return ['li', 'tr', 'p'].includes(one.tagName) || (classOf(one) !== '' && classOf(one) === classOf(other))
}

function classOf({ attrs }: Element): string {
  return attrs.find(({ name }) => name === 'class')?.value ?? ''
}

function childrenOf(parent: Parent): Element[] {
  return parent.childNodes.filter((node): node is Element => 'tagName' in node)
}

function below(parent: Parent): Element[] {
  return childrenOf(parent).flatMap((child) => [child, ...below(child)])
}

function wordsIn(node: Node): string {
  if ('value' in node) return node.value
  return 'childNodes' in node ? node.childNodes.map(wordsIn).join('') : ''
}
