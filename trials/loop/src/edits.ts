import { itemOf, type Element, type Source } from './source'

interface Edit {
  asked: RegExp
  /** @param said the parts of the comment in parentheses */
  make: (source: Source, element: Element, said: readonly string[]) => void
}

const colours: Readonly<Record<string, string>> = {
  red: '#c62828',
  green: '#2e7d32',
  blue: '#1565c0',
  yellow: '#f9c80e',
  white: '#fff',
}
const colourOf = (word = '') => colours[word] ?? word

const style =
  (css: string): Edit['make'] =>
  (source, element) =>
    source.addStyle(element, css)

/** The one that a comment asks for decides what is edited. Where to edit is not in this table. */
const edits: readonly Edit[] = [
  {
    asked: /“(.+)” should be “(.+)”/,
    make: (source, element, [before = '', after = '']) => replaceWords(source, element, before, after),
  },
  {
    asked: /write “(.+)” instead of “(.+)”/,
    make: (source, element, [after = '', before = '']) => replaceWords(source, element, before, after),
  },
  {
    asked: /a (\w+) background/,
    make: (source, element, [colour]) => source.addStyle(element, `background: ${colourOf(colour)}`),
  },
  {
    asked: /^Make this (red|green|blue|yellow|white)/,
    make: (source, element, [colour]) => source.addStyle(element, `color: ${colourOf(colour)}`),
  },
  { asked: /too small|be larger/, make: style('font-size: 1.35em') },
  { asked: /make it smaller/, make: style('font-size: 1.7em') },
  { asked: /in bold/, make: style('font-weight: bold') },
  { asked: /in italics/, make: style('font-style: italic') },
  { asked: /in capital letters/, make: style('text-transform: uppercase') },
  { asked: /^Underline/, make: style('text-decoration: underline') },
  { asked: /^Centre/, make: style('text-align: center') },
  {
    asked: /lines are too/,
    make: (source, element) => source.addStyle(paragraphOf(element), 'line-height: 2.2'),
  },
  { asked: /more room inside/i, make: style('padding: 24px 56px') },
  { asked: /more space above/i, make: style('margin-top: 64px') },
  { asked: /^Remove this item/, make: (source, element) => source.remove(itemOf(element).item) },
  { asked: /^Remove this line/, make: (source, element) => source.remove(element) },
  {
    asked: /^Add “(.+)” at the end/,
    make: (source, element, [words = '']) => source.append(element, words),
  },
  {
    asked: /new line below this: “(.+)”/,
    make: (source, element, [words = '']) => source.addAfter(element, `<p>${words}</p>`),
  },
  {
    asked: /one place up/,
    make: (source, element) => exchange(source, element, 'before'),
  },
  {
    asked: /one place down/,
    make: (source, element) => exchange(source, element, 'after'),
  },
]

/** Makes the edit that a comment asks for. @throws if there is none, or if the element does not fit */
export function makeEdit(source: Source, element: Element, comment: string): void {
  for (const { asked, make } of edits) {
    const [whole, ...said] = asked.exec(comment) ?? []
    if (whole !== undefined) return make(source, element, said)
  }
  throw new Error(`It is not known what to do for “${comment}”.`)
}

/** The label of a paragraph is a part of it. */
function paragraphOf(element: Element): Element {
  const outer = element.parentNode
  return element.tagName === 'strong' && outer && 'tagName' in outer ? outer : element
}

function exchange(source: Source, element: Element, where: 'before' | 'after'): void {
  const { item, [where]: neighbour } = itemOf(element)
  if (!neighbour) throw new Error('There is nothing to exchange it with.')
  source.exchange(item, neighbour)
}

/** The words may be beside the ones that the pin is closest to, in the same paragraph. */
function replaceWords(source: Source, element: Element, before: string, after: string): void {
  const outer = element.parentNode
  const isHere = source.textOf(element).includes(before)
  if (isHere || !outer || !('tagName' in outer)) source.replaceWords(element, before, after)
  else replaceWords(source, outer, before, after)
}
