import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { languages } from './languages'

const read = (path: string): Record<string, string> =>
  JSON.parse(readFileSync(new URL(`../messages/${path}.json`, import.meta.url), 'utf8'))

/** Values that a client of the API sends as they are, at the end of a sentence: `active, archived or deleted.` */
const valuesIn = (sentence: string) =>
  /((?:[a-z]+, )*[a-z]+ or [a-z]+)\.$/.exec(sentence)?.[1]?.split(/, | or /) ?? []

const translated = Object.keys(languages).filter((language) => language !== 'en' && language !== 'en-XA')

describe.each(translated)('in %s', (language) => {
  test('the columns of a table of comments have different headings', () => {
    const columns = Object.entries(read(`${language}/words`)).filter(([key]) => key.startsWith('csv_'))
    const headings = columns.map(([, heading]) => heading)
    expect(headings.length).toBeGreaterThan(10)
    expect(new Set(headings).size).toBe(headings.length)
  })

  test('a refusal of an unknown value names all values that are known', () => {
    const other = read(`${language}/errors`)
    const english = Object.entries(read('en/errors')).filter(([code]) => code.endsWith('_unknown'))
    expect(english.length).toBeGreaterThan(3)
    expect(english.flatMap(([, sentence]) => valuesIn(sentence)).length).toBeGreaterThan(10)
    const left = english.flatMap(([code, sentence]) =>
      valuesIn(sentence).filter((value) => !other[code]?.includes(value)),
    )
    expect(left).toEqual([])
  })
})
