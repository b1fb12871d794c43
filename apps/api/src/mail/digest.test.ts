import sharp from 'sharp'
import { expect, test } from 'vitest'
import { digestAfter, makeDigestsAt, untilRead } from '../../test/digests'
import { givenDesigns, picture } from '../../test/given-design'
import { givenPicture } from '../../test/given-picture'
import { givenComment, givenGuest, givenProject, givenReply, givenSettings } from '../../test/given-project'
import { givenUser, type GivenUser } from '../../test/given-user'
import { sharedMailingApp } from '../../test/mailing-app'
import { UserModel } from '../accounts/user.record'
import { handOver } from '../members/members.record'

const app = sharedMailingApp()

const minuteMs = 60_000
const notices = ({ auth }: GivenUser, body: object) =>
  app.api.patch('/users/me/notices').set(auth).send(body).expect(200)

test('the owner gets one mail with new comments after a quiet period, as HTML and text', async () => {
  const project = await givenProject(app.api, { name: 'Norra & Nights' })
  const { owner } = project
  const comment = await givenComment(app.api, project._id, { text: 'Calmer <b>?\nhttps://elsewhere.test' })
  await givenReply(app.api, project._id, comment._id, { text: 'I think so.' })
  await givenComment(app.api, project._id, { commenter: owner.name, text: 'My own' }, owner.auth)
  const gone = await givenComment(app.api, project._id, { text: 'Taken back' })
  await untilRead(app)
  await makeDigestsAt(new Date(Date.now() + minuteMs))
  await app.api.delete(`/projects/${project._id}/comments/${gone._id}`).set(owner.auth).expect(200)

  const [mail, ...others] = await digestAfter(app, 3, owner.email)

  expect(others).toEqual([])
  const link = `https://pins.studio.test/project/${project._id}?comment=${comment._id}`
  expect(mail?.subject).toBe('2 new comments on Norra & Nights')
  expect(mail?.text).toContain(`Comment 1\nAna Ruiz`)
  expect(mail?.text).toContain(`> Calmer <b>?\n> https://elsewhere.test\n${link}`)
  expect(mail?.text).toContain(`\n\nOpen the project: https://pins.studio.test/project/${project._id}\n`)
  expect(mail?.html).toContain('Calmer &#60;b&#62;?')
  for (const part of [mail?.text, mail?.html]) {
    expect(part).toContain(link)
    expect(part).toContain('Reply to comment 1')
    expect(part).not.toMatch(/My own|Taken back/)
  }
  // One picture, of the one spot, which travels with the mail: the parser puts it in the place of its id.
  expect(mail?.html).not.toMatch(/<script|url\(|https?:\/\/[^"]*\.(jpg|png)/)
  expect(mail?.attachments).toHaveLength(1)
  expect(mail?.html).toMatch(/<img src="data:image\/jpeg;base64,/)
  const [picture] = mail?.attachments ?? []
  expect(picture).toMatchObject({ contentType: 'image/jpeg', contentDisposition: 'inline' })
  expect(await sharp(picture?.content).metadata()).toMatchObject({ format: 'jpeg', width: 288, height: 216 })
})

test('verdicts are in the mail as they are when it is written, without those that were withdrawn', async () => {
  const project = await givenProject(app.api, { name: 'Norra' })
  const verdictOf = (by: Record<string, string>) =>
    app.api.put(`/projects/${project._id}/round/verdict`).set(by)
  const [ana, tom] = [givenGuest(), givenGuest()]
  await verdictOf(ana).send({ name: 'Ana', verdict: 'changes', note: 'The moon is off' }).expect(200)
  await verdictOf(ana).send({ name: 'Ana', verdict: 'good', note: 'Better <now>' }).expect(200)
  await verdictOf(tom).send({ name: 'Tom', verdict: 'changes' }).expect(200)
  await app.api.delete(`/projects/${project._id}/round/verdict`).set(tom).expect(200)
  await verdictOf(project.owner.auth).send({ name: 'Mara Hald', verdict: 'good' }).expect(200)
  await givenComment(app.api, project._id, { text: 'One more thing' })
  await untilRead(app)

  const mails = await digestAfter(app, 3, project.owner.email)

  expect(mails.map(({ subject }) => subject)).toEqual(['1 verdict and 1 new comment on Norra'])
  expect(mails[0]?.text).toMatch(/Verdict on round 1\nAna, .* UTC\n> Looks good\n> Better <now>\nhttps:/)
  expect(mails[0]?.html).toContain('Better &#60;now&#62;')
  expect(mails[0]?.text).toContain('One more thing')
  expect(mails[0]?.text).not.toMatch(/Tom|The moon is off/)
})

test('a verdict that changes after its mail is in the next mail', async () => {
  const project = await givenProject(app.api, { name: 'Norra' })
  const ana = givenGuest()
  const give = (verdict: string) =>
    app.api.put(`/projects/${project._id}/round/verdict`).set(ana).send({ name: 'Ana', verdict }).expect(200)
  await give('changes')
  await untilRead(app)
  await digestAfter(app, 3, project.owner.email)

  await give('good')
  await untilRead(app)
  const mails = await digestAfter(app, 90, project.owner.email, 2)

  expect(mails.map(({ text = '' }) => /> .*/.exec(text)?.[0])).toEqual(['> Needs changes', '> Looks good'])
})

test('a project that was handed over sends its waiting news to nobody, and later news to its new owner', async () => {
  const { _id, owner } = await givenProject(app.api, { name: 'Norra' })
  const next = await givenUser(app.api)
  await givenComment(app.api, _id, { text: 'Before' })
  await untilRead(app)
  await handOver({ addresses: _id }, await UserModel.findOne({ email: next.email }).orFail(), {
    caps: app.config.limits,
    keepsFormer: false,
  })
  await givenComment(app.api, _id, { text: 'After' })
  await untilRead(app)

  const mails = await digestAfter(app, 90, next.email)
  await untilRead(app)

  expect(mails.map(({ text = '' }) => /> .*/.exec(text)?.[0])).toEqual(['> After'])
  expect(app.post.mails.filter(({ to }) => JSON.stringify(to).includes(owner.email))).toEqual([])
})

test('comments of a deleted design are neither in the mail nor counted as open', async () => {
  const project = await givenProject(app.api, { name: 'Two designs' })
  const [second] = await givenDesigns(app.api, project, ['Checkout'])
  await givenComment(app.api, project._id, { text: 'Still here' })
  await givenComment(app.api, project._id, { text: 'Gone with it', design: second?._id })
  await untilRead(app)
  const path = `/projects/${project._id}/designs/${second?._id}`
  await app.api.delete(path).set(project.owner.auth).expect(200)

  const [mail] = await digestAfter(app, 3, project.owner.email)

  expect(mail?.subject).toBe('1 new comment on Two designs')
  expect(mail?.text).toContain('1 is open')
  expect(mail?.text).not.toContain('Gone with it')
})

test('one mail says how many comments are new, shows the first of them, and links to the rest', async () => {
  const project = await givenProject(app.api, { name: 'Busy' })
  const gone = await givenComment(app.api, project._id)
  const first = await givenComment(app.api, project._id, { text: 'The first' })
  const more = Array.from({ length: 199 }, () => givenComment(app.api, project._id, {}, givenGuest()))
  await Promise.all([...more, givenReply(app.api, project._id, first._id)])
  await app.api.delete(`/projects/${project._id}/comments/${gone._id}`).set(project.owner.auth).expect(200)
  await untilRead(app)

  const mails = await digestAfter(app, 3, project.owner.email)

  expect(mails.map(({ subject }) => subject)).toEqual(['201 new comments on Busy'])
  const link = `https://pins.studio.test/project/${project._id}`
  expect(mails[0]?.text).toContain('The first')
  expect(mails[0]?.text).toContain(`and 181 more: ${link}\n`)
  expect(mails[0]?.html).toContain(`<a href="${link}">and 181 more</a>`)
})

test('the mail contains pictures of comments, small and without marks, and no removed ones', async () => {
  const project = await givenProject(app.api)
  const guest = givenGuest()
  const [red, gone] = [await picture('#f00'), await picture('#0f0')]
  const shown = await givenPicture(app.api, project._id, guest, { bytes: red, name: 'red <door>.png' })
  const removed = await givenPicture(app.api, project._id, guest, { bytes: gone, name: 'gone.png' })
  const pictures = [shown._id, removed._id]
  const comment = await givenComment(app.api, project._id, { text: '', pictures }, guest)
  await app.api
    .patch(`/projects/${project._id}/comments/${comment._id}`)
    .set(guest)
    .send({ pictures: [shown._id] })
    .expect(200)
  await untilRead(app)
  const [mail] = await digestAfter(app, 3, project.owner.email)

  expect(mail?.text).toContain('> A picture\nPicture: red <door>.png\nhttps://')
  expect(mail?.html).toContain('alt="Picture: red &#60;door&#62;.png"')
  expect(mail?.html).not.toContain('gone.png')
  expect(mail?.attachments).toHaveLength(2)
  const { data, info } = await sharp(mail?.attachments[1]?.content)
    .raw()
    .toBuffer({ resolveWithObject: true })
  expect(info).toMatchObject({ width: 288, height: 216 })
  expect([...data.subarray(0, 3)].map((value) => Math.round(value / 64))).toEqual([4, 0, 0])
})

test('the mail about a project with a password contains no pictures', async () => {
  const project = await givenProject(app.api)
  const guest = givenGuest()
  const pictures = [(await givenPicture(app.api, project._id, guest))._id]
  await givenComment(app.api, project._id, { text: 'Behind the gate', pictures }, guest)
  await givenSettings(app.api, project, { password: 'a long enough word' })
  await untilRead(app)
  const [mail] = await digestAfter(app, 3, project.owner.email)
  expect(mail?.text).toContain('Behind the gate')
  expect(mail?.attachments).toEqual([])
  expect(mail?.html).not.toContain('<img')
})

test('a second digest is not sent within an hour, and nothing is sent twice', async () => {
  const project = await givenProject(app.api)
  const { owner } = project
  await givenComment(app.api, project._id, { text: 'First' })
  await untilRead(app)
  await digestAfter(app, 3, owner.email)
  await givenComment(app.api, project._id, { text: 'Second' })
  await untilRead(app)
  await makeDigestsAt(new Date(Date.now() + 10 * minuteMs))
  const mails = await digestAfter(app, 62, owner.email, 2)
  expect(mails.map(({ text = '' }) => /First|Second/.exec(text)?.[0])).toEqual(['First', 'Second'])
})

test('a digest is sent after an hour even if comments keep arriving', async () => {
  const project = await givenProject(app.api)
  const { owner } = project
  await givenComment(app.api, project._id, { text: 'First' })
  await givenComment(app.api, project._id, { text: 'Second' })
  await untilRead(app)
  const { _id: user } = await UserModel.findOne({ email: owner.email }).orFail()
  const anHourAgo = new Date(Date.now() - 60 * minuteMs)
  await UserModel.db.collection('notices').updateOne({ user, state: 'waiting' }, { $set: { at: anHourAgo } })

  const [mail] = await digestAfter(app, 1, owner.email)

  expect(mail?.subject).toContain('2 new comments')
})

test('one click in a mail program stops the mails of a project without a login, and can be undone', async () => {
  const project = await givenProject(app.api)
  const { owner } = project
  await notices(owner, { mode: 'now' })
  await givenComment(app.api, project._id)
  const [mail] = await digestAfter(app, 0, owner.email)
  const header = String(mail?.headers.get('list')?.valueOf() && JSON.stringify(mail.headers.get('list')))
  const path = /\/stop\/[\w.-]+/.exec(header)?.[0] ?? ''
  expect(mail?.text).toContain(`https://pins.studio.test${path}`)
  expect(mail?.headerLines.find(({ key }) => key === 'list-unsubscribe-post')?.line).toContain(
    'List-Unsubscribe=One-Click',
  )

  const state = async () => (await app.api.get(`${path}/state`)).body
  expect(await state()).toEqual({ project: project.name, isStopped: false })

  const stopped = await app.api.post(path).type('form').send('List-Unsubscribe=One-Click')

  expect(stopped).toMatchObject({ status: 200, body: { project: project.name, isStopped: true } })
  expect(await state()).toEqual(stopped.body)
  for (const changed of [`${path}.`, `${path}.x`, path.slice(0, -1), `${path}A`]) {
    expect((await app.api.delete(changed)).status).toBe(404)
  }
  const settings = (await app.api.get('/users/me/notices').set(owner.auth)).body
  expect(settings).toEqual({
    mode: 'now',
    projects: [{ _id: project._id, name: project.name, mode: 'off' }],
  })
  await givenComment(app.api, project._id)
  await untilRead(app)
  await makeDigestsAt(new Date(Date.now() + 90 * minuteMs))
  expect((await app.api.delete(path)).body).toMatchObject({ isStopped: false })
  await givenComment(app.api, project._id, { text: 'Heard again' })
  const mails = await digestAfter(app, 0, owner.email, 2)
  expect(mails[1]?.text).toContain('Heard again')
  expect(mails).toHaveLength(2)
  const forged = path.replace(/.$/, (letter) => (letter === 'A' ? 'B' : 'A'))
  expect((await app.api.post(forged)).body.code).toBe('stop_link_not_valid')
  expect((await app.api.get(`${forged}/state`)).body.code).toBe('stop_link_not_valid')

  // The mails of all projects may be off, and still come for this one.
  await notices(owner, { mode: 'off' })
  expect((await app.api.delete(path)).body).toMatchObject({ isStopped: false })
  expect(await state()).toEqual({ project: project.name, isStopped: false })
})

test('a project can have its own mode, or follow the account', async () => {
  const project = await givenProject(app.api)
  const { owner } = project
  const own = await notices(owner, { project: project._id, mode: 'now' })
  expect(own.body).toMatchObject({ mode: 'digest', projects: [{ mode: 'now' }] })
  const back = await notices(owner, { project: project._id, mode: null })
  expect(back.body).toMatchObject({ mode: 'digest', projects: [{ mode: null }] })
  const refuse = (body: object) => app.api.patch('/users/me/notices').set(owner.auth).send(body)
  expect((await refuse({ mode: null })).body.code).toBe('notice_mode_unknown')
  expect((await refuse({ mode: 'often' })).body.code).toBe('notice_mode_unknown')
  const others = await givenProject(app.api)
  expect((await refuse({ mode: 'off', project: others._id })).body.code).toBe('project_not_found')
})
