import type { Comment } from '@pinmark/shared/entities/comment'
import { expect, test } from 'vitest'
import { sharedTestApp } from '../../test/app-under-test'
import { givenComment, givenGuest, givenProject, givenReply, newKey } from '../../test/given-project'

const app = sharedTestApp()

const commentsOf = async (id: string): Promise<Comment[]> =>
  (await app.api.get(`/projects/${id}`)).body.comments

const exported = async (id: string, query: Record<string, string>) => {
  const answer = await app.api.get(`/projects/${id}/export`).query(query).responseType('blob')
  const bytes: Buffer = answer.body
  return bytes.toString('utf8')
}

test('a second guest of a name has a number, in comments and replies, and the stored name stays', async () => {
  const project = await givenProject(app.api)
  const [anna, other] = [givenGuest(), givenGuest()]

  const first = await givenComment(app.api, project._id, { commenter: 'Anna' }, anna)
  const second = await givenComment(app.api, project._id, { commenter: 'Anna' }, other)
  const reply = await givenReply(app.api, project._id, first._id, { commenter: 'anna' }, other)
  const own = await givenReply(app.api, project._id, second._id, { commenter: 'Anna' }, anna)

  expect([first, second, reply, own].map(({ commenter, person }) => [commenter, person])).toEqual([
    ['Anna', undefined],
    ['Anna', 'Anna 2'],
    ['anna', 'anna 2'],
    ['Anna', undefined],
  ])
  expect((await commentsOf(project._id)).map(({ person }) => person)).toEqual([undefined, 'Anna 2'])
})

test('names that look alike are told apart as well, and a number that a guest wrote is not given again', async () => {
  const project = await givenProject(app.api)
  const personOf = async (commenter: string) =>
    (await givenComment(app.api, project._id, { commenter }, givenGuest())).person ?? commenter

  expect([await personOf('Alan'), await personOf('AIan'), await personOf('Аlаn')]).toEqual([
    'Alan',
    'AIan 2',
    'Аlаn 3',
  ])
  expect([await personOf('Mia 2'), await personOf('Mia'), await personOf('Mia')]).toEqual([
    'Mia 2',
    'Mia',
    'Mia 2 2',
  ])
})

test('concurrent first comments of one name have different numbers', async () => {
  const project = await givenProject(app.api)

  const comments = await Promise.all(
    Array.from({ length: 6 }, () => givenComment(app.api, project._id, { commenter: 'Anna' }, givenGuest())),
  )

  const people = comments.map(({ commenter, person }) => person ?? commenter)
  expect(people.toSorted()).toEqual(['Anna', 'Anna 2', 'Anna 3', 'Anna 4', 'Anna 5', 'Anna 6'])
})

test('names are counted for each project alone', async () => {
  const [one, other] = [await givenProject(app.api), await givenProject(app.api)]
  await givenComment(app.api, one._id, { commenter: 'Anna' }, givenGuest())

  expect(await givenComment(app.api, other._id, { commenter: 'Anna' }, givenGuest())).not.toHaveProperty(
    'person',
  )
})

test.each(['csv', 'json', 'markdown', 'annotations'])(
  '%s tells namesakes apart, and filters by them',
  async (format) => {
    const project = await givenProject(app.api)
    await givenComment(app.api, project._id, { commenter: 'Anna', text: 'From the first' }, givenGuest())
    await givenComment(app.api, project._id, { commenter: 'Anna', text: 'From the second' }, givenGuest())

    expect(await exported(project._id, { format })).toContain('Anna 2')
    const ofSecond = await exported(project._id, { format, person: 'Anna 2' })
    expect([ofSecond.includes('From the first'), ofSecond.includes('From the second')]).toEqual([false, true])
    expect(await exported(project._id, { format, person: 'Anna' })).not.toContain('From the second')
  },
)

test('an agreement names its person as their comments do', async () => {
  const project = await givenProject(app.api)
  const { _id } = await givenComment(app.api, project._id, { commenter: 'Anna' }, givenGuest())

  const path = `/projects/${project._id}/comments/${_id}/agreement`
  await app.api.put(path).set(givenGuest()).send({ agree: true, commenter: 'Anna' })

  expect((await commentsOf(project._id))[0]?.agrees?.names).toEqual(['Anna 2'])
})

test('a comment that is sent again with another name has the label of that name', async () => {
  const [project, guest] = [await givenProject(app.api), givenGuest()]
  for (const commenter of ['Anna', 'Ben'])
    await givenComment(app.api, project._id, { commenter }, givenGuest())
  const send = async (_id: string, commenter: string) => {
    const body = { _id, commenter, text: 'Calmer, please', x: 12, y: 8 }
    return (await app.api.post(`/comment/add/${project._id}`).set(guest).send(body)).body
  }
  const id = newKey()

  expect(await send(id, 'Anna')).toHaveProperty('person', 'Anna 2')
  expect(await send(id, 'Ben')).toHaveProperty('person', 'Ben 2')
  expect(await send(id, 'Cleo')).not.toHaveProperty('person')
})
