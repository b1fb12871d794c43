import { givenNames, shownName } from '@pinmark/shared/entities/comment'
import { languages } from '@pinmark/words/languages'
import { chosenLanguage } from '@pinmark/words/load'
import { m } from '@pinmark/words/messages'

/** Numbers, lists and the order of names in the language of the page. */

/** The locale of the page for `Intl`. */
export function pageLocale(): string {
  return languages[chosenLanguage()].format
}

interface Formats {
  readonly list: Intl.ListFormat
  readonly names: Intl.Collator
}

let formats: Formats | null = null

/** Made once, because a page shows hundreds of lists, and not before its language is known. */
function formatsOfPage(): Formats {
  const locale = pageLocale()
  return (formats ??= {
    list: new Intl.ListFormat(locale),
    names: new Intl.Collator(locale, { numeric: true, sensitivity: 'base' }),
  })
}

/** `1,234` */
export function formatNumber(value: number, options?: Intl.NumberFormatOptions): string {
  return new Intl.NumberFormat(pageLocale(), options).format(value)
}

/** `50%`, of a share between 0 and 1 or more. */
export function formatPercent(share: number): string {
  return formatNumber(Math.round(share * 100) / 100, { style: 'percent' })
}

/** `1, 2 and 3` */
export function formatList(items: readonly string[]): string {
  return formatsOfPage().list.format(items)
}

/** Facts beside each other, without "and": `open, new, 2 replies` */
export function formatFacts(facts: readonly string[]): string {
  return facts.join(m.facts_separator())
}

/** The order of names in an alphabet: `Version 9` before `Version 10`, and no difference between upper and lower case. */
export function compareNames(one: string, other: string): number {
  return formatsOfPage().names.compare(one, other)
}

/** The name of an author, in the language of the page if the server gave it. */
export function personName(name: string): string {
  if (name === givenNames.formerUser) return m.name_former_user()
  return name === givenNames.guest ? m.name_guest() : name
}

/** The name of the author of a message, which tells them apart from the others of the project. */
export function authorOf(message: Parameters<typeof shownName>[0]): string {
  return personName(shownName(message))
}
