import { apiPaths, apiRoutes, pagePaths } from '@pinmark/shared/paths'
import type { TestApp } from './app-under-test'
import { readEvents } from './event-reader'
import { givenComment, givenGuest, givenProject, givenReply, newKey, design } from './given-project'
import { givenUser } from './given-user'

/** One call of the API, ready to be sent; its name is the route, and who asks where that makes a difference. */
export interface RouteCall {
  name: string
  /** Of `apiRoutes`; null for a page. */
  route: string | null
  send: () => Promise<unknown>
}

/** Every route of the API once, on data of its own, in an order in which each finds what it needs. The last ones end
 *  the account. */
export async function everyRoute(app: TestApp): Promise<RouteCall[]> {
  const { api } = app
  const owner = await givenUser(api)
  const project = await givenProject(api, { owner })
  const guest = givenGuest()
  const id = project._id
  const thread = await givenComment(api, id, {}, guest)
  const reply = await givenReply(api, id, thread._id, {}, guest)
  const doomed = await givenComment(api, id, { x: 10 }, guest)
  const opened = await api.get(`${apiPaths.project(id)}?image=none`).set(guest)
  const [first] = opened.body.designs
  const version = first.versions[0]
  const account = { email: owner.email, password: owner.password }
  const newPassword = 'a quieter light table'
  const [leaving, forgetful, gone] = [await givenUser(api), await givenUser(api), await givenUser(api)]
  const trashed = await givenProject(api, { owner })

  const call = (
    name: string,
    route: string | null,
    send: () => PromiseLike<{ status: number; text: string }>,
  ): RouteCall => ({
    name,
    route,
    send: async () => {
      const answer = await send()
      if (answer.status >= 300) throw new Error(`${name} was answered ${answer.status}: ${answer.text}`)
      return answer
    },
  })
  const comment = () => ({ commenter: 'Ana Ruiz', text: `Could this be calmer? ${newKey()}`, x: 12, y: 8 })

  return [
    call('POST /users/register', apiRoutes.register, () =>
      api
        .post(apiPaths.register())
        .send({ name: 'Ines', email: `${newKey()}@studio.test`.toLowerCase(), password: newPassword }),
    ),
    call('POST /users/login', apiRoutes.login, () => api.post(apiPaths.login()).send(account)),
    call('GET /users/me', apiRoutes.me, () => api.get(apiPaths.me()).set(owner.auth)),
    call('PATCH /users/me', apiRoutes.me, () =>
      api.patch(apiPaths.me()).set(owner.auth).send({ name: 'Mara Holm' }),
    ),
    call('GET /projects after a change of name', apiRoutes.projects, () =>
      api.get(`${apiPaths.projects()}?image=none`).set(owner.auth),
    ),
    call('GET /projects', apiRoutes.projects, () =>
      api.get(`${apiPaths.projects()}?image=none`).set(owner.auth),
    ),
    call('GET /projects with pictures', apiRoutes.projects, () =>
      api.get(apiPaths.projects()).set(owner.auth),
    ),
    call('GET /projects in the trash', apiRoutes.projects, () =>
      api.get(`${apiPaths.projects()}?image=none&state=deleted`).set(owner.auth),
    ),
    call('POST /projects', apiRoutes.projects, () =>
      api.post(apiPaths.projects()).set(owner.auth).send({ name: 'Landing page', image: design.dataUrl }),
    ),
    call('GET /projects/:id as a guest', apiRoutes.project, () =>
      api.get(`${apiPaths.project(id)}?image=none&comments=200`).set(guest),
    ),
    call('GET /projects/:id as its owner', apiRoutes.project, () =>
      api.get(`${apiPaths.project(id)}?image=none&comments=200`).set(owner.auth),
    ),
    call('GET /projects/:id with its picture', apiRoutes.project, () => api.get(apiPaths.project(id))),
    call('GET /projects/:id as a stranger, unchanged since one opened it', apiRoutes.project, () =>
      api.get(`${apiPaths.project(id)}?image=none`),
    ),
    call('GET /projects/:id, second page', apiRoutes.project, () =>
      api.get(`${apiPaths.project(id)}?image=none&comments=1&after=1`),
    ),
    call('PUT /projects/:id', apiRoutes.project, () =>
      api.put(apiPaths.project(id)).set(owner.auth).send({ name: 'Landing page 2' }),
    ),
    call('PATCH /projects/:id/settings', apiRoutes.projectSettings, () =>
      api.patch(apiPaths.projectSettings(id)).set(owner.auth).send({ permission: 'comment' }),
    ),
    call('GET /project/:id, the page', null, () => api.get(pagePaths.project(id))),
    call('GET /images/:id/view', apiRoutes.image, () => api.get(apiPaths.image(version.image._id, 'view'))),
    call('GET /images/:id/view again', apiRoutes.image, () =>
      api.get(apiPaths.image(version.image._id, 'view')),
    ),
    call('GET the original', apiRoutes.original, () =>
      api.get(`/projects/${id}/designs/${first._id}/versions/${version._id}/original`).set(owner.auth),
    ),
    call('POST /comment/add/:id', apiRoutes.addComment, () =>
      api.post(apiPaths.addComment(id)).set(guest).send(comment()),
    ),
    call('POST /comment/add/:id as the owner', apiRoutes.addComment, () =>
      api.post(apiPaths.addComment(id)).set(owner.auth).send(comment()),
    ),
    call('POST a reply', apiRoutes.replies, () =>
      api
        .post(apiPaths.replies(id, thread._id))
        .set(guest)
        .send({ commenter: 'Ana Ruiz', text: 'And a reply.' }),
    ),
    call('PATCH a comment', apiRoutes.comment, () =>
      api.patch(apiPaths.comment(id, thread._id)).set(guest).send({ text: 'Calmer, please.' }),
    ),
    call('PATCH a reply', apiRoutes.comment, () =>
      api.patch(apiPaths.comment(id, reply._id)).set(guest).send({ text: 'I do not think so.' }),
    ),
    call('PATCH a comment, resolved', apiRoutes.comment, () =>
      api.patch(apiPaths.comment(id, thread._id)).set(owner.auth).send({ resolved: true }),
    ),
    call('DELETE a comment', apiRoutes.comment, () =>
      api.delete(apiPaths.comment(id, doomed._id)).set(guest),
    ),
    call('DELETE a reply', apiRoutes.comment, () => api.delete(apiPaths.comment(id, reply._id)).set(guest)),
    call('POST /projects/:id/visit', apiRoutes.projectVisit, () =>
      api.post(apiPaths.projectVisit(id)).set(owner.auth).send({ number: 1 }),
    ),
    {
      name: 'GET /projects/:id/events',
      route: apiRoutes.projectEvents,
      send: async () => {
        const reader = await readEvents(app, id)
        await reader.next(({ type }) => type === 'presence')
        reader.close()
      },
    },
    call('POST /projects/:id/link', apiRoutes.projectLink, () =>
      api.post(apiPaths.projectLink(id)).set(owner.auth),
    ),
    call('DELETE /projects/:id', apiRoutes.project, () =>
      api.delete(apiPaths.project(trashed._id)).set(owner.auth),
    ),
    call('POST /projects/:id/restore', apiRoutes.projectRestore, () =>
      api.post(apiPaths.projectRestore(trashed._id)).set(owner.auth),
    ),
    call('GET /users/export', apiRoutes.accountExport, () =>
      api.get(apiRoutes.accountExport).set(owner.auth),
    ),
    call('GET /readyz', apiRoutes.ready, () => api.get(apiRoutes.ready)),
    call('PUT /users/password', apiRoutes.password, () =>
      api.put(apiPaths.password()).set(owner.auth).send({ currentPassword: owner.password, newPassword }),
    ),
    call('POST /users/logout', apiRoutes.logout, () => api.post(apiPaths.logout()).set(leaving.auth)),
    call('POST /users/logout-everywhere', apiRoutes.logoutEverywhere, () =>
      api.post(apiRoutes.logoutEverywhere).set(forgetful.auth),
    ),
    call('POST /users/deletion', apiRoutes.accountDeletion, () =>
      api.post(apiRoutes.accountDeletion).set(gone.auth).send({ password: gone.password }),
    ),
  ]
}
