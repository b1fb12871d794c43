import { describe, expect, test } from 'vitest'
import { tokenScopes } from '@pinmark/shared/entities/api-token'
import { sharedTestApp } from '../../test/app-under-test'
import { givenApiToken } from '../../test/given-api-token'
import { newPicture, openProject } from '../../test/given-design'
import { givenComment, givenProject, givenSettings, newKey } from '../../test/given-project'
import { givenUser } from '../../test/given-user'
import { callTool, connect } from '../../test/tool-client'

const app = sharedTestApp()

/** Each tool, and the call of the API that does the same. */
interface Pair {
  name: string
  given: object
  send: (auth: Record<string, string>) => PromiseLike<{ status: number; text: string }>
}

async function pairsOf(
  id: string,
  { design, version, commentId }: { design: string; version: string; commentId: string },
): Promise<Pair[]> {
  const at = `/projects/${id}`
  const words = { text: `Words ${newKey()}` }
  const image = await newPicture()
  return [
    {
      name: 'list_feedback',
      given: { project: id },
      send: (auth) => app.api.get(`${at}/export?format=json`).set(auth),
    },
    {
      name: 'get_comment',
      given: { project: id, number: 1 },
      send: (auth) => app.api.get(`${at}/comments/${commentId}/spot`).set(auth),
    },
    {
      name: 'get_design',
      given: { project: id },
      send: (auth) => app.api.get(`${at}/export?format=png`).set(auth),
    },
    {
      name: 'list_changes',
      given: { project: id, design },
      send: (auth) => app.api.get(`${at}/designs/${design}/changes`).set(auth),
    },
    {
      name: 'list_differences',
      given: { project: id, design, version: 1 },
      send: (auth) => app.api.get(`${at}/designs/${design}/versions/${version}/build/differences`).set(auth),
    },
    {
      name: 'reply',
      given: { project: id, number: 1, ...words },
      send: (auth) =>
        app.api
          .post(`${at}/comments/${commentId}/replies`)
          .set(auth)
          .send({ commenter: 'Tool', ...words }),
    },
    {
      name: 'resolve',
      given: { project: id, number: 1 },
      send: (auth) =>
        app.api.patch(`${at}/comments/${commentId}`).set(auth).send({ resolved: true, commenter: 'Tool' }),
    },
    {
      name: 'add_comment',
      given: { project: id, x: 1, y: 2, ...words },
      send: (auth) =>
        app.api
          .post(`/comment/add/${id}`)
          .set(auth)
          .send({ commenter: 'Tool', x: 1, y: 2, ...words }),
    },
    {
      name: 'add_version',
      given: { project: id, design, image: image.toString('base64') },
      send: (auth) =>
        app.api
          .post(`${at}/designs/${design}/versions`)
          .set(auth)
          .attach('image', image, { filename: 'new.png' }),
    },
  ]
}

describe.each(['open', 'round closed', 'closed', 'deleted'] as const)('to a project that is %s', (state) => {
  test.each(['view', 'comment', 'manage'] as const)(
    'with a link for %s, a tool is refused exactly what its token is refused',
    async (permission) => {
      const project = await givenProject(app.api, { linkPermission: permission })
      const { owner, _id: id } = project
      const thread = await givenComment(app.api, id, {}, owner.auth)
      const [shown] = (await openProject(app.api, project)).designs
      const [design, version] = [shown?._id ?? '', shown?.versions[0]?._id ?? '']
      await app.api
        .put(`/projects/${id}/designs/${design}/versions/${version}/build`)
        .set(owner.auth)
        .attach('image', await newPicture(), { filename: 'build.png' })
        .expect(200)
      if (state === 'round closed')
        await app.api.patch(`/projects/${id}/round`).set(owner.auth).send({ closed: true }).expect(200)
      if (state === 'closed') await givenSettings(app.api, project, { closed: true })
      if (state === 'deleted') await app.api.delete(`/projects/${id}`).set(owner.auth).expect(200)
      for (const user of [owner, await givenUser(app.api, { name: 'Ina Berg' })]) {
        const link = user === owner ? id : project.link.id
        for (const scope of tokenScopes) {
          const { auth, token } = await givenApiToken(app.api, user, { scope })
          const client = await connect(app, token)
          for (const { name, given, send } of await pairsOf(link, {
            ...{ design, version, commentId: thread._id },
          })) {
            const { isError, json } = await callTool(client, name, given)
            const { status, text } = await send(auth)
            const expected = status < 400 ? null : { status, code: JSON.parse(text).code }
            expect([name, scope, isError ? { status: json.status, code: json.code } : null]).toEqual([
              ...[name, scope],
              expected,
            ])
          }
        }
      }
    },
    60_000,
  )
})
