import { expect, test } from 'vitest'
import { languageCookie } from '@pinmark/words/languages'
import { sharedTestApp } from '../../test/app-under-test'
import { givenComment, givenProject, givenReply } from '../../test/given-project'

const app = sharedTestApp()

const textOf = async (id: string, format: string, headers: Record<string, string>) => {
  const answer = await app.api
    .get(`/projects/${id}/export`)
    .query({ format })
    .set(headers)
    .responseType('blob')
  const bytes: Buffer = answer.body
  return { text: bytes.toString('utf8'), name: answer.get('Content-Disposition') ?? '' }
}

test('a file has the headings of the language of the person who asks, and a script those in English', async () => {
  const { _id, owner } = await givenProject(app.api, { name: 'Norra' })
  const { _id: comment } = await givenComment(app.api, _id, { text: 'Calmer?' })
  await givenReply(app.api, _id, comment, { text: 'Yes.' }, owner.auth)

  const [cookie = ''] = languageCookie('de').split(';')
  const table = await textOf(_id, 'csv', { Cookie: cookie })
  expect(table.text).toContain('Nummer,Art,Status,Design,Version,Name,')
  expect(table.text).toContain('1,Antwort,Offen,')
  expect(decodeURIComponent(table.name)).toContain('Norra - Kommentare.csv')

  const list = await textOf(_id, 'markdown', { 'Accept-Language': 'ar' })
  expect(list.text).toContain('## Norra، الجولة 1')
  expect(list.text).toContain('(المفتوح: 1)')

  const token = { name: 'script', scope: 'read', password: owner.password }
  const made = await app.api.post('/users/me/tokens').set(owner.auth).send(token)
  const asScript = { Authorization: `Bearer ${made.body.token}`, 'Accept-Language': 'de' }
  expect((await textOf(_id, 'csv', asScript)).text).toContain('Number,Type,Status,')
})
