import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

const page = fileURLToPath(new URL('../../../docs/speed.md', import.meta.url))

/** Puts `text` between the marks of that name in docs/speed.md. @throws when the page has lost them */
export async function replaceBetween(name: 'measured' | 'growth', text: string): Promise<void> {
  const [begin, end] = [`<!-- ${name}: begin -->`, `<!-- ${name}: end -->`]
  const whole = await readFile(page, 'utf8')
  const [before, after] = [whole.split(begin)[0], whole.split(end)[1]]
  if (before === undefined || after === undefined) throw new Error(`${page} has lost its marks (${name}).`)
  await writeFile(page, `${before}${begin}\n\n${text}\n\n${end}${after}`)
}
