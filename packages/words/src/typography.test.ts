import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Marks that stay in the line of the word before or after them, though a space is between them. */
const joined = { fr: / (?=[:;?!»])|(?<=«) /, de: / (?=…)/ }

const sentencesIn = (language: string): string[] =>
  ['words', 'errors'].flatMap((file) =>
    Object.values(
      JSON.parse(readFileSync(new URL(`../messages/${language}/${file}.json`, import.meta.url), 'utf8')),
    ),
  )

test.each(Object.entries(joined))('no mark of a sentence in %s stands alone in a line', (language, space) => {
  const sentences = sentencesIn(language)
  expect(sentences.length).toBeGreaterThan(1000)
  expect(sentences.filter((sentence) => space.test(sentence))).toEqual([])
})
