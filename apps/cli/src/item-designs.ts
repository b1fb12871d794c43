import { designNamedAs } from '@pinmark/shared/design-name'
import type { Design } from '@pinmark/shared/entities/project'
import { textLimits } from '@pinmark/shared/text-limits'
import { titleOf, type Content, type Item } from './items'

/** The design of each item. One that has exactly its title comes first, so that a second run finds what the first added. */
export function designsOf(items: readonly Item[], designs: readonly Design[]): Map<Item, Design | undefined> {
  const found = new Map(
    items.map((item) => [item, designs.find(({ title }) => title === titleOf(item))] as const),
  )
  for (const item of items) {
    const taken = new Set(found.values())
    if (found.get(item)) continue
    const free = designs.filter((design) => !taken.has(design))
    found.set(item, designNamedAs(titleOf(item), free) ?? designNamedAs(item.fileName, free))
  }
  return found
}

/** Adds a picture and its text to a form. */
export function appendContent(form: FormData, { bytes, lines = [] }: Content, fileName: string): void {
  form.append('image', new File([bytes], fileName))
  if (lines.length > 0) form.append('lines', new File([linesFile(lines)], 'lines.json'))
}

/** Of thousands of lines, those without selectors are short enough. */
function linesFile(lines: NonNullable<Content['lines']>): string {
  const whole = JSON.stringify(lines)
  if (Buffer.byteLength(whole) <= textLimits.capturedBytes) return whole
  return JSON.stringify(lines.map(({ text, box, role }) => ({ text, box, role })))
}
