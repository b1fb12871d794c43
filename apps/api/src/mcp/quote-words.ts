/** Fields of answers that hold what people typed: names, comments, notes, titles. */
const typed = new Set([
  'name',
  'text',
  'title',
  'note',
  'message',
  'description',
  'by',
  'agreedBy',
  'designer',
  'via',
  'quote',
  // Of a design and its build.
  'words',
  // Of an element in a page that someone has written.
  'selector',
])

/** Moves what people typed into a field `quoted` of its object, everywhere in `value`. A program that reads instructions
 *  can then tell what it must not follow. */
export function quoteWords(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(quoteWords)
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  const plain: Record<string, unknown> = {}
  const quoted: Record<string, unknown> = {}
  for (const [key, inner] of Object.entries(value)) {
    if (!typed.has(key)) plain[key] = quoteWords(inner)
    else if (inner !== '' && inner !== null && !(Array.isArray(inner) && inner.length === 0))
      quoted[key] = inner
  }
  return Object.keys(quoted).length === 0 ? plain : { ...plain, quoted }
}
