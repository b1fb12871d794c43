import { languages } from '@pinmark/words/languages'
import { chosenLanguage } from '@pinmark/words/load'

/** Numbers and lists in the language of the page. */

/** The locale of the page for `Intl`. */
export function pageLocale(): string {
  return languages[chosenLanguage()].format
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
  return new Intl.ListFormat(pageLocale()).format(items)
}

/** Facts beside each other, without "and": `open, new, 2 replies` */
export function formatFacts(facts: readonly string[]): string {
  return new Intl.ListFormat(pageLocale(), { type: 'unit' }).format(facts)
}

/** The order of names in an alphabet: `Version 9` before `Version 10`, and no difference between upper and lower case. */
export function compareNames(one: string, other: string): number {
  return new Intl.Collator(pageLocale(), { numeric: true, sensitivity: 'base' }).compare(one, other)
}
