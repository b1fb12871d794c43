import { readFileSync } from 'node:fs'
import { expect as plainExpect, type Locator, type Page } from '@playwright/test'

/** Lets specs that name things in English run in another language: what they look for is translated by the catalogue. */

type Say = (inputs: Record<string, unknown>) => string | undefined
type Pattern = string | RegExp

interface Message {
  english: string
  other: string
  /** The samples in it. */
  name: string
  number: number
}

const compiled = new URL('../../../packages/words/src/compiled/', import.meta.url)
/** Stands for every text in a sentence. */
const anyText = 'ẞ'
const people = ['Priya', 'Ana']
const numbers = [1, 2, 3]

let language: Language | null = null
let messages: readonly Message[] = []

/** Translates from now on what tests of this process look for. @param name of the language; none for English */
export async function speak(name: string): Promise<void> {
  language = ['ar', 'en-XA'].includes(name) ? await languageNamed(name) : null
  messages = language?.messages ?? []
}

/** Lets this page, and all others, find what is translated. */
export function listen(page: Page): void {
  if (messages.length > 0) patch(page)
}

interface Language {
  english: Record<string, Say>
  other: Record<string, Say>
  messages: Message[]
  /** The samples of numbers in `messages`. */
  numbers: Set<number>
}

const known = new Map<string, Promise<Language>>()

function languageNamed(name: string): Promise<Language> {
  const read = known.get(name) ?? readLanguage(name)
  known.set(name, read)
  return read
}

async function readLanguage(name: string): Promise<Language> {
  const [english, other] = await Promise.all([wordsOf('en'), wordsOf(name)])
  const words: Language = { english, other, messages: await errorsIn(name), numbers: new Set() }
  for (const number of numbers) addSamples(words, number)
  return words
}

/** Adds all sentences with this number. */
function addSamples({ english, other, messages, numbers }: Language, number: number): void {
  if (numbers.has(number)) return
  numbers.add(number)
  for (const [key, say] of Object.entries(english))
    for (const name of people) {
      const inputs = new Proxy({}, { get: (_all, input) => sampleOf(String(input), name, number) })
      messages.push(...messageOf(say(inputs), other[key]?.(inputs), name, number))
    }
}

async function errorsIn(language: string): Promise<Message[]> {
  const { errors } = await import(new URL(`errors/${language}.ts`, compiled).href)
  const englishErrors: Record<string, string> = JSON.parse(
    readFileSync(new URL('../../messages/en/errors.json', compiled), 'utf8'),
  )
  return Object.entries(englishErrors).flatMap(([code, text]) => messageOf(text, errors[code]))
}

/** None for a sentence that is chosen by a word that is no sample. */
function messageOf(english?: string, other?: string, name = '', number = 0): Message[] {
  return english === undefined || other === undefined ? [] : [{ english, other, name, number }]
}

async function wordsOf(language: string): Promise<Record<string, Say>> {
  const parts = ['first', 'more'].map((part) => import(new URL(`${part}/${language}.ts`, compiled).href))
  return Object.assign({}, ...(await Promise.all(parts)))
}

function sampleOf(input: string, name: string, number: number): string | number {
  if (/name|author/i.test(input)) return name
  // A list of them, in words.
  if (input === 'numbers') return anyText
  return /count|number|total|next|designs|comments|round|version/i.test(input) ? number : anyText
}

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

/** @param options of the method that looks for it */
function translated(pattern: unknown, options: unknown): unknown {
  return isPattern(pattern) ? translatedPattern(pattern, options) : pattern
}

const isPattern = (value: unknown): value is Pattern => typeof value === 'string' || value instanceof RegExp

function translatedPattern(pattern: Pattern, options: unknown): Pattern {
  const isExact = typeof options === 'object' && options !== null && 'exact' in options
  if (language)
    for (const [number] of String(pattern).matchAll(/\b\d+/g)) addSamples(language, Number(number))
  const found = matching(pattern, isExact)
  if (found.length === 0) return translatedSentences(pattern) ?? pattern
  const sources = [...new Set(found.map((message) => sourceOf(message, pattern)))].join('|')
  const isStart = pattern instanceof RegExp && pattern.source.startsWith('^')
  return new RegExp(isExact ? `^(?:${sources})$` : `${isStart ? '^' : ''}(?:${sources})`, 'i')
}

/** Several sentences of the catalogue in one text. */
function translatedSentences(pattern: Pattern): RegExp | null {
  const parts = typeof pattern === 'string' ? pattern.split(/((?<=[.!?]) | · )/) : []
  if (parts.length < 3) return null
  const sources = parts.map((part, at) => {
    if (at % 2 === 1) return part.replaceAll(' ', String.raw`[\s\u2068\u2069]+`)
    const translation = translatedPattern(part, {})
    return translation instanceof RegExp ? translation.source : null
  })
  return sources.includes(null) ? null : new RegExp(sources.join(''), 'i')
}

function matching(pattern: Pattern, isExact: boolean): Message[] {
  if (pattern instanceof RegExp) return messages.filter(({ english }) => pattern.test(english))
  const found = messages.filter(({ english }) =>
    isExact ? english === pattern : english.toLowerCase().includes(pattern.toLowerCase()),
  )
  return found.length > 0 ? found : filled(pattern)
}

/** A short word is a part of many others in another language. */
const isWhole = (text: unknown) => messages.some(({ english }) => english === text)

/** The messages that become this text with other values, with these values in them. */
function filled(text: string): Message[] {
  return messages.flatMap((message) => {
    const { english, name } = message
    const open = english.replaceAll(anyText, '\0').replaceAll(name || '\0', '\0')
    if (!open.includes('\0') || !/\p{L}{3}/u.test(open)) return []
    const form = escaped(open)
      .replaceAll(/\d+/g, String.raw`\d+`)
      .replaceAll('\0', '(.+)')
    const found = new RegExp(`^${form}$`).exec(text)
    return found ? [filledWith(message, new Set(found.slice(1)))] : []
  })
}

/** Keeps a text of a person. Others, such as dates and lists of numbers, are written in another way in another language. */
function filledWith(message: Message, values: ReadonlySet<string>): Message {
  const [value = ''] = values
  const isOfPerson = /^\p{L}/u.test(value) && translatedPattern(value, { exact: true }) === value
  if (values.size > 1 || !isOfPerson) return message
  const other = message.other.replaceAll(anyText, value).replaceAll(message.name || anyText, value)
  return { ...message, other, name: value }
}

/** A sample that the pattern does not name stands for every text or number. */
function sourceOf({ other, name, number }: Message, pattern: Pattern): string {
  const sought = String(pattern)
  // Names of elements have single spaces.
  const general = escaped(other.trim())
    .replaceAll(/\s+/g, String.raw`\s+`)
    .replaceAll(anyText, '[^]*')
    // Around inputs that have letters.
    .replaceAll(/[\u2068\u2069]/g, '$&?')
  const named = name === '' || sought.includes(name) ? general : general.replaceAll(name, '[^]*')
  return sought.includes(String(number)) ? named : named.replaceAll(/\d+/g, String.raw`\d+`)
}

type Methods = Record<string, (...given: unknown[]) => unknown>

/** The methods whose first argument is a text, and those whose options may have one, with their place. */
const withText = ['getByText', 'getByLabel', 'getByPlaceholder']
const withOptions = { getByRole: 1, filter: 0, locator: 1 }

const patched = new Set<Methods>()

/** Pages and locators share their methods, so each class is changed once. */
function patch(page: Page): void {
  for (const owner of [page, page.locator('html')]) patchClass(Object.getPrototypeOf(owner))
}

function patchClass(methods: Methods): void {
  if (patched.has(methods)) return
  patched.add(methods)
  for (const name of withText)
    change(methods, name, ([text, options]) => [
      translated(text, name === 'getByText' && isWhole(text) ? { exact: true } : options),
      options,
    ])
  for (const [name, at] of Object.entries(withOptions)) {
    change(methods, name, (given) => given.map((one, place) => (place === at ? translatedOptions(one) : one)))
  }
}

function change(methods: Methods, name: string, changed: (given: unknown[]) => unknown[]): void {
  const original = methods[name]
  if (!original) return
  methods[name] = function (...given) {
    return original.apply(this, changed(given))
  }
}

function translatedOptions(options: unknown): unknown {
  if (typeof options !== 'object' || options === null) return options
  const entries = Object.entries(options).map(([key, value]) => [
    key,
    ['name', 'hasText'].includes(key) ? translated(value, options) : value,
  ])
  return Object.fromEntries(entries)
}

type TextMatcher = 'toHaveText' | 'toContainText' | 'toHaveAccessibleName' | 'toHaveAccessibleDescription'

/** Compares texts in the language that is spoken. A text that is not in the catalogue as it is, such as one of several sentences,
 *  is compared in English only: here its element has to be there. */
function inLanguage(name: TextMatcher) {
  return async function (this: { isNot: boolean }, locator: Locator, text: Pattern, options?: object) {
    // Lists of texts are compared in English only, too.
    const wanted = isPattern(text)
      ? translatedPattern(text, name === 'toHaveText' ? { exact: true } : {})
      : text
    if (messages.length === 0 || wanted !== text) {
      const found = this.isNot ? plainExpect(locator).not : plainExpect(locator)
      await found[name](wanted, options)
    } else if (!this.isNot) {
      await plainExpect(locator.first()).toBeAttached()
    }
    return { pass: !this.isNot, message: () => name }
  }
}

/** The texts among attributes are compared in the language that is spoken. */
async function toHaveAttribute(
  this: { isNot: boolean },
  locator: Locator,
  attribute: string,
  text?: Pattern,
  options?: object,
) {
  const found = this.isNot ? plainExpect(locator).not : plainExpect(locator)
  const isSaid = ['alt', 'aria-label', 'aria-valuetext'].includes(attribute)
  if (text === undefined) await found.toHaveAttribute(attribute)
  else
    await found.toHaveAttribute(attribute, isSaid ? translatedPattern(text, { exact: true }) : text, options)
  return { pass: !this.isNot, message: () => 'toHaveAttribute' }
}

/** `expect` of all specs. */
export const expect = plainExpect.extend({
  toHaveAttribute,
  toHaveText: inLanguage('toHaveText'),
  toContainText: inLanguage('toContainText'),
  toHaveAccessibleName: inLanguage('toHaveAccessibleName'),
  toHaveAccessibleDescription: inLanguage('toHaveAccessibleDescription'),
}) as typeof plainExpect
