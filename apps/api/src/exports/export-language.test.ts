import { expect, test } from 'vitest'
import { languageCookie } from '@pinmark/words/languages'
import { sharedTestApp } from '../../test/app-under-test'
import { givenComment, givenGuest, givenProject, givenReply } from '../../test/given-project'
import { givenUser } from '../../test/given-user'
import { sweepAccounts } from '../ops/background-work'

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

test('an export says in the language of its reader who agrees, and that an author has left', async () => {
  const { _id } = await givenProject(app.api)
  const leaving = await givenUser(app.api)
  const comment = await givenComment(app.api, _id, { text: 'Calmer?' }, leaving.auth)
  const agreement = { agree: true, commenter: 'Tom' }
  await app.api
    .put(`/projects/${_id}/comments/${comment._id}/agreement`)
    .set(givenGuest())
    .send(agreement)
    .expect(200)
  await app.api.post('/users/deletion').set(leaving.auth).send({ password: leaving.password }).expect(204)
  await sweepAccounts(new Date(Date.now() + 6 * 60_000))

  const annotations = await textOf(_id, 'annotations', { 'Accept-Language': 'de' })
  expect(JSON.parse(annotations.text).items).toMatchObject([
    { creator: { name: 'Ehemaliges Konto' }, body: [{}, { value: 'Zustimmung: Tom' }, {}] },
  ])
  expect((await textOf(_id, 'csv', { 'Accept-Language': 'ar' })).text).toContain(',حساب محذوف,')
  expect((await textOf(_id, 'markdown', { 'Accept-Language': 'fr' })).text).toContain('(Ancien compte')
  // For programs, whatever the language.
  expect((await textOf(_id, 'json', { 'Accept-Language': 'de' })).text).toContain('"Former user"')
})

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
