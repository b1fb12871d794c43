import { expect, test } from 'vitest'
import { languageCookie } from '@pinmark/words/languages'
import { digestAfter, untilRead } from '../../test/digests'
import { givenComment, givenGuest, givenProject, givenReply } from '../../test/given-project'
import { givenSubscriber } from '../../test/given-subscriber'
import { givenUser } from '../../test/given-user'
import { sharedMailingApp } from '../../test/mailing-app'
import { UserModel } from '../accounts/user.record'

const app = sharedMailingApp()

const change = (auth: Record<string, string>, body: object) => app.api.patch('/users/me').set(auth).send(body)

test('an account chooses its language, and its mails come in it', async () => {
  const project = await givenProject(app.api, { name: 'Norra' })
  const { auth, email } = project.owner
  expect((await change(auth, { language: 'de' })).body).toMatchObject({ language: 'de', email })
  expect((await app.api.get('/users/me').set(auth)).body.language).toBe('de')
  await givenComment(app.api, project._id, { text: 'Calmer?' })
  await untilRead(app)
  const [mail] = await digestAfter(app, 3, email)
  expect(mail?.subject).toBe('Norra: 1 neuer Kommentar')
  expect(mail?.text).toContain('1 Kommentar ist offen.')
  expect(mail?.text).toContain('Sie erhalten diese Zusammenfassung, weil Norra Ihnen gehört.')
  expect(mail?.html).toContain('<html lang="de" dir="ltr">')
})

test('names of the other direction keep theirs in a mail, in its text, its subject and its HTML', async () => {
  const mailOn = async (language: string, name: string) => {
    const project = await givenProject(app.api, { name })
    const { auth, email } = project.owner
    await change(auth, { language })
    await givenComment(app.api, project._id, { text: 'Calmer?' })
    await untilRead(app)
    return (await digestAfter(app, 3, email))[0]
  }
  const german = await mailOn('de', 'متجر الزهور')
  expect(german?.subject).toBe('\u2068متجر الزهور\u2069: 1 neuer Kommentar')
  expect(german?.text).toContain('weil \u2068متجر الزهور\u2069 Ihnen gehört.')
  expect(german?.html).toContain('weil \u2068متجر الزهور\u2069 Ihnen gehört.')
  const arabic = await mailOn('ar', 'Norra 2.0')
  // Without a letter of its own, the sentence needs a mark to be from right to left.
  expect(arabic?.subject).toMatch(/^\u200f\u2068Norra 2\.0\u2069: /)
})

test('each line of a message is read in its own direction', async () => {
  const project = await givenProject(app.api)
  const { auth, email } = project.owner
  await change(auth, { language: 'ar' })
  await app.api
    .put(`/projects/${project._id}/round/verdict`)
    .set(givenGuest())
    .send({ verdict: 'changes', name: 'Mo', note: 'The red.\n\nThen I am happy.' })
    .expect(200)
  await untilRead(app)
  const [mail] = await digestAfter(app, 3, email)
  const lines = ['يحتاج إلى تعديل', 'The red.', '<br>', 'Then I am happy.']
  expect(mail?.html).toContain(lines.map((line) => `<div dir="auto">${line}</div>`).join(''))
})

test('an account that opens in a browser of another language has that language', async () => {
  const account = { name: 'Sara', email: 'sara@studio.test', password: 'a quiet light table' }
  const register = (email: string, language: string) =>
    app.api
      .post('/users/register')
      .set('Accept-Language', language)
      .send({ ...account, email })
  expect((await register('sara@studio.test', 'ar-EG, en;q=0.5')).body.user.language).toBe('ar')
  expect((await register('sam@studio.test', 'en-GB')).body.user).not.toHaveProperty('language')
})

test('a language is checked, an empty change refused, and an unknown language counts as English', async () => {
  const { auth, email } = await givenUser(app.api)
  for (const language of ['', 'de_DE', '<b>', 7]) {
    expect((await change(auth, { language })).body).toMatchObject({
      code: 'setting_not_valid',
      params: { field: 'language' },
    })
  }
  expect((await change(auth, {})).body.code).toBe('no_change_to_account')
  expect((await change(auth, { language: 'xx' })).status).toBe(200)
  await app.api.post('/users/forgotten-password').set('Accept-Language', 'de').send({ email }).expect(204)
  expect((await app.post.next(email)).subject).toBe('A new password for Pinmark')
})

test.each(['', 'C', 'en_US', '__proto__', 'x'.repeat(200)])(
  'an account whose stored language is "%s" gets its mail in English',
  async (language) => {
    const { email } = await givenUser(app.api)
    await UserModel.updateOne({ email }, { language })
    await app.api.post('/users/forgotten-password').set('Accept-Language', 'de').send({ email }).expect(204)
    const mail = await app.post.next(email)
    expect(mail.html).toContain('<html lang="en" dir="ltr">')
  },
)

test('an account without a language gets the one of the browser that asks for a new password', async () => {
  const { email } = await givenUser(app.api)
  await app.api.post('/users/forgotten-password').set('Accept-Language', 'ar').send({ email }).expect(204)
  const mail = await app.post.next(email)
  expect(mail.subject).toBe('كلمة مرور جديدة لـ Pinmark')
  expect(mail.html).toContain('<html lang="ar" dir="rtl">')
})

test('a visitor gets mail in the language of the page where they left their address', async () => {
  const project = await givenProject(app.api, { name: 'Norra' })
  const [cookie = ''] = languageCookie('fr').split(';')
  const { email, comment, confirmToken } = await givenSubscriber(app, project._id, {
    isConfirmed: false,
    headers: { Cookie: cookie },
  })
  expect((await app.post.next(email)).subject).toBe('Confirmez votre adresse pour Pinmark')
  await app.api.post('/reply-mail/confirmation').send({ token: confirmToken }).expect(200)
  await givenReply(app.api, project._id, comment._id, { text: 'Much calmer.' }, project.owner.auth)
  await untilRead(app)
  const [news] = await digestAfter(app, 3, email)
  expect(news?.subject).toBe('Norra\u202F: 1 nouvelle réponse')
})

test('an invitation comes in the language of the invited account, or else of the person who invites', async () => {
  const { _id, owner } = await givenProject(app.api, { name: 'Norra' })
  const invited = await givenUser(app.api)
  await change(invited.auth, { language: 'es' })
  const invite = (email: string) =>
    app.api
      .post(`/projects/${_id}/invitations`)
      .set({ ...owner.auth, 'Accept-Language': 'ja' })
      .send({ email })
      .expect(201)
  await invite(invited.email)
  expect((await app.post.next(invited.email)).subject).toBe('Mara Hald te invita a trabajar en Norra')
  await invite('new@studio.test')
  expect((await app.post.next('new@studio.test')).subject).toBe('Mara HaldさんからNorraへの招待')
})
