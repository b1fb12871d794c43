import { expect, test } from 'vitest'
import { AppError } from './errors'
import { errorCatalogue, undrawable } from './messages'

test('an error has the status and the sentence of its code', () => {
  const error = new AppError('project_not_found')
  expect(error).toMatchObject({ code: 'project_not_found', status: 404, message: 'Project not found' })
})

test('placeholders are filled from the parameters', () => {
  const error = new AppError('image_too_large', { params: { size: 31, limit: 25 } })
  expect(error.message).toBe('The image is 31 MB. The limit is 25 MB.')
})

test('the catalogue of words contains the same sentences, for translators (update it with `npx vitest run -u`)', async () => {
  const words = Object.fromEntries(undrawable.map((what) => [`svg_not_drawable.${what}`, what]))
  const sentences = { ...mapTexts(errorCatalogue), ...words }
  await expect(`${JSON.stringify(sentences, null, 2)}\n`).toMatchFileSnapshot(
    '../../words/messages/en/errors.json',
  )
})

function mapTexts(entries: Record<string, { text: string }>): Record<string, string> {
  return Object.fromEntries(Object.entries(entries).map(([code, { text }]) => [code, text]))
}
