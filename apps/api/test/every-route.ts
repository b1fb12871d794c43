import * as commentsApi from '@pinmark/shared/api/comments'
import * as designsApi from '@pinmark/shared/api/designs'
import { exportProject } from '@pinmark/shared/api/export'
import { fillPath, type Endpoint, type Optional, type RequestOf } from '@pinmark/shared/api/endpoint'
import * as imagesApi from '@pinmark/shared/api/images'
import * as liveApi from '@pinmark/shared/api/live'
import { callTools } from '@pinmark/shared/api/mcp'
import * as membersApi from '@pinmark/shared/api/members'
import * as noticesApi from '@pinmark/shared/api/notices'
import * as projectsApi from '@pinmark/shared/api/projects'
import * as roundsApi from '@pinmark/shared/api/rounds'
import * as serviceApi from '@pinmark/shared/api/service'
import * as sessionApi from '@pinmark/shared/api/session'
import * as sharingApi from '@pinmark/shared/api/sharing'
import * as signOnApi from '@pinmark/shared/api/sign-on'
import * as tokensApi from '@pinmark/shared/api/tokens'
import * as usersApi from '@pinmark/shared/api/users'
import * as webhooksApi from '@pinmark/shared/api/webhooks'
import { pagePaths } from '@pinmark/shared/paths'
import { filledPage, pdfOf } from '@pinmark/testbed/test-pdf'
import { UserModel } from '../src/accounts/user.record'
import { resetToken, stopToken } from '../src/base/seal'
import { readEvents } from './event-reader'
import { givenDesigns, givenVersion, newPicture } from './given-design'
import { givenPicture, sendPicture } from './given-picture'
import {
  givenComment,
  givenGuest,
  givenProject,
  givenReply,
  givenSettings,
  newKey,
  design,
} from './given-project'
import { givenSubscriber } from './given-subscriber'
import { givenMember } from './given-member'
import { givenUser } from './given-user'
import { givenDelivery, givenWebhook } from './given-webhook'
import type { RoutesApp } from './routes-app'

/** One call of the API, ready to be sent. Its name includes the sender if that makes a difference. */
export interface RouteCall {
  name: string
  /** Null for a page. */
  endpoint: Endpoint | null
  send: () => Promise<unknown>
}

type Headers = Record<string, string>

/** Every endpoint that uses the database, at least once, on its own data, in an order in which each finds
 *  what it needs. The last ones end the account. */
export async function everyRoute(app: RoutesApp): Promise<RouteCall[]> {
  const { api } = app
  const owner = await givenUser(api)
  const project = await givenProject(api, { owner })
  const guest = givenGuest()
  const projectId = project._id
  const thread = await givenComment(api, projectId, {}, guest)
  const reply = await givenReply(api, projectId, thread._id, {}, guest)
  const doomed = await givenComment(api, projectId, { x: 10 }, guest)
  const account = { email: owner.email, password: owner.password }
  const newPassword = 'a quieter light table'
  const [leaving, forgetful, gone] = [await givenUser(api), await givenUser(api), await givenUser(api)]
  const stopTarget = { user: owner.user._id, project: projectId }
  const stopping = { params: { stopToken: stopToken(app.config.secrets.pepper, stopTarget) } }
  const forgotten = await givenUser(api)
  const resetTokenOf = async (publicId: string) => {
    const user = await UserModel.findOne({ publicId }).orFail()
    return resetToken(app.config.secrets.pepper, user, new Date(Date.now() + 3_600_000))
  }
  const visited = await givenProject(api)
  const subscriber = await givenSubscriber(app, visited._id)
  const other = await givenSubscriber(app, visited._id, { isConfirmed: false })
  const trashed = await givenProject(api, { owner })
  const rounds = await givenProject(api, { owner })
  const together = await givenProject(api, { owner })
  const [member, invited] = [await givenMember(api, together), await givenUser(api)]
  const shared = { projectId: together._id }
  const invite = () => api.post(`/projects/${together._id}/invitations`).set(owner.auth).send({})
  const [withdrawn, used] = [await invite(), await invite()]
  const joining = { params: { joinToken: String(used.body.path).split('/').at(-1) ?? '' } }
  const locked = await givenProject(api)
  const linkPassword = 'six letters'
  await givenSettings(api, locked, { password: linkPassword })
  const [second, third] = await givenDesigns(api, rounds, ['Second', 'Third'])
  if (!second || !third) throw new Error('A design is missing.')
  const carried = await givenComment(api, rounds._id, { design: second._id }, guest)
  const newest = await givenVersion(api, rounds, { design: second._id })
  const ofSecond = { projectId: rounds._id, designId: second._id }
  const ofThird = { projectId: rounds._id, designId: third._id }
  const ofNewest = { ...ofSecond, versionId: newest._id }
  const webhook = await givenWebhook(api, owner)
  const delivery = await givenDelivery(webhook, projectId)
  const ofWebhook = { params: { webhookId: webhook._id } }
  const picture = await newPicture()
  const attached = await givenPicture(api, projectId, guest)
  const { body: apiToken } = await api
    .post('/users/me/tokens')
    .set(owner.auth)
    .send({ name: 'Doomed', scope: 'read' })
  const pdf = pdfOf([filledPage(60, 40, [1, 0, 0])])

  const ask = async (name: string, sending: PromiseLike<{ status: number; text: string }>) => {
    const answer = await sending
    if (answer.status >= 300) throw new Error(`${name} returned ${answer.status}: ${answer.text}`)
    return answer
  }
  const call = <E extends Endpoint>(
    name: string,
    endpoint: E,
    headers: Headers,
    ...[request]: Optional<RequestOf<E>>
  ): RouteCall => {
    const method = agentMethods[endpoint.method]
    const { body, ...address }: { body?: object } = request ?? {}
    return {
      name,
      endpoint,
      send: () => ask(name, api[method](fillPath(endpoint.path, address)).set(headers).send(body)),
    }
  }
  const upload = (
    name: string,
    endpoint: Endpoint,
    [file, fileName]: [Buffer, string],
    params = {},
  ): RouteCall => ({
    name,
    endpoint,
    send: () => {
      const method = agentMethods[endpoint.method]
      const request = api[method](fillPath(endpoint.path, { params })).set(owner.auth)
      return ask(name, request.attach('image', file, fileName))
    },
  })
  const comment = () => ({ commenter: 'Ana Ruiz', text: `Could this be calmer? ${newKey()}`, x: 12, y: 8 })
  const image = { imageId: project.thumbnail, rendition: 'view' } as const
  const version = { projectId, designId: thread.design, versionId: thread.version }
  const lean = { image: 'none' } as const
  const nobody = {}
  const linked = await givenUser(api)
  const addresses = { new: `${newKey()}@studio.test`.toLowerCase(), linked: linked.email }
  for (const [subject, email] of Object.entries(addresses)) {
    app.issuer.people.set(subject, { email, email_verified: true, name: 'Ines Falk' })
  }
  const signOn = async (name: string, subject: keyof typeof addresses) => {
    const { body } = await api.post('/users/sign-on')
    const answer = await app.issuer.signIn(body.address, subject)
    return call(name, signOnApi.completeSignOn, nobody, { body: { attempt: body.attempt, answer } })
  }

  return [
    call('POST /users/register', usersApi.register, nobody, {
      body: { name: 'Ines', email: `${newKey()}@studio.test`.toLowerCase(), password: newPassword },
    }),
    call('POST /users/login', usersApi.logIn, nobody, { body: account }),
    call('POST /users/sign-on', signOnApi.beginSignOn, nobody),
    await signOn('POST an answer of a new person', 'new'),
    await signOn('POST an answer of a known person', 'new'),
    await signOn('POST an answer that links an account', 'linked'),
    call('GET /users/me', usersApi.readMe, owner.auth),
    call('PATCH /users/me', usersApi.changeUser, owner.auth, { body: { name: 'Mara Holm', language: 'de' } }),
    call('POST /users/me/tokens', tokensApi.createApiToken, owner.auth, {
      body: { name: 'Weekly report', scope: 'manage', password: owner.password },
    }),
    call('GET /users/me/tokens', tokensApi.listApiTokens, owner.auth),
    call('GET /users/me by an API token', usersApi.readMe, { Authorization: `Bearer ${apiToken.token}` }),
    call('DELETE /users/me/tokens/:id', tokensApi.revokeApiToken, owner.auth, {
      params: { tokenId: apiToken._id },
    }),
    call('GET /projects after a change of name', projectsApi.listProjects, owner.auth, { query: lean }),
    call('GET /projects', projectsApi.listProjects, owner.auth, { query: lean }),
    call('GET /projects with pictures', projectsApi.listProjects, owner.auth),
    call('GET /projects in the archive', projectsApi.listProjects, owner.auth, {
      query: { ...lean, state: 'archived' },
    }),
    call('GET /projects in the trash', projectsApi.listProjects, owner.auth, {
      query: { ...lean, state: 'deleted' },
    }),
    {
      name: 'POST /projects',
      endpoint: projectsApi.createProject,
      send: () =>
        ask(
          'POST /projects',
          api
            .post(projectsApi.createProject.path)
            .set(owner.auth)
            .send({ name: 'Landing page', image: design.dataUrl }),
        ),
    },
    call('GET /projects/:id as a guest', projectsApi.openProject, guest, {
      params: { projectId },
      query: { ...lean, comments: 200 },
    }),
    call('GET /projects/:id as its owner', projectsApi.openProject, owner.auth, {
      params: { projectId },
      query: { ...lean, comments: 200 },
    }),
    call('GET /projects/:id with its picture', projectsApi.openProject, nobody, { params: { projectId } }),
    call('GET /projects/:id as a stranger', projectsApi.openProject, nobody, {
      params: { projectId },
      query: lean,
    }),
    call('GET /projects/:id as a stranger, unchanged since one opened it', projectsApi.openProject, nobody, {
      params: { projectId },
      query: lean,
    }),
    call('GET /projects/:id, second page', projectsApi.openProject, nobody, {
      params: { projectId },
      query: { ...lean, comments: 1, after: 1 },
    }),
    call('GET /projects/:id/export', exportProject, guest, {
      params: { projectId },
      query: { format: 'csv' },
    }),
    call('GET /projects/:id/export with pins', exportProject, guest, {
      params: { projectId },
      query: { format: 'png' },
    }),
    call('PUT /projects/:id', projectsApi.changeProject, owner.auth, {
      params: { projectId },
      body: { name: 'Landing page 2' },
    }),
    call('PATCH /projects/:id/settings', sharingApi.changeSettings, owner.auth, {
      params: { projectId },
      body: { permission: 'comment' },
    }),
    call('POST /projects/:id/unlock', sharingApi.unlockLink, guest, {
      params: { projectId: locked._id },
      body: { password: linkPassword },
    }),
    {
      name: 'GET /project/:id, the page',
      endpoint: null,
      send: () => ask('the page', api.get(pagePaths.project(projectId))),
    },
    call('GET /images/:id/view', imagesApi.loadImage, nobody, { params: image }),
    call('GET /images/:id/view again', imagesApi.loadImage, nobody, { params: image }),
    call('GET the original', projectsApi.loadOriginal, owner.auth, { params: version }),
    upload('POST /projects/:id/designs', designsApi.addDesigns, [picture, 'a.png'], {
      projectId: rounds._id,
    }),
    upload('POST /pdf-pages', designsApi.listPages, [pdf, 'a.pdf']),
    {
      name: 'POST a picture',
      endpoint: commentsApi.addPicture,
      send: () => ask('POST a picture', sendPicture(api, projectId, guest)),
    },
    call('POST /comment/add/:id with a picture', commentsApi.addComment, guest, {
      params: { projectId },
      body: { ...comment(), pictures: [attached._id] },
    }),
    call('PUT the place of a comment', commentsApi.placeComment, guest, {
      params: { projectId: rounds._id, commentId: carried._id },
      body: { x: 3, y: 4 },
    }),
    call('PATCH a design', designsApi.changeDesign, owner.auth, {
      params: ofSecond,
      body: { title: 'Second page', position: 1 },
    }),
    call('DELETE a design', designsApi.deleteDesign, owner.auth, { params: ofThird }),
    call('GET /projects/:id/trash', designsApi.listTrash, owner.auth, { params: { projectId: rounds._id } }),
    call('POST a design back', designsApi.restoreDesign, owner.auth, { params: ofThird }),
    call('GET the changes', designsApi.listChanges, guest, { params: ofSecond }),
    upload('PUT a build', designsApi.storeBuild, [picture, 'a.png'], version),
    upload('PUT the same build', designsApi.storeBuild, [picture, 'a.png'], version),
    call('GET the differences', designsApi.listDifferences, guest, { params: version }),
    call('DELETE a build', designsApi.removeBuild, owner.auth, { params: version }),
    call('GET the lines', designsApi.listLines, guest, { params: version }),
    call('GET texts', designsApi.findTexts, guest, { params: { projectId }, query: { search: 'checkout' } }),
    call('PUT a verdict', roundsApi.giveVerdict, guest, {
      params: { projectId: rounds._id },
      body: { verdict: 'good', name: 'Ana Ruiz' },
    }),
    call('DELETE a verdict', roundsApi.withdrawVerdict, guest, { params: { projectId: rounds._id } }),
    call('PATCH a round', roundsApi.changeRound, owner.auth, {
      params: { projectId: rounds._id },
      body: { closed: false },
    }),
    call('DELETE a version', designsApi.removeVersion, owner.auth, { params: ofNewest }),
    call('POST a version back', designsApi.restoreVersion, owner.auth, { params: ofNewest }),
    call('POST an older version as the newest', designsApi.renewVersion, owner.auth, {
      params: { ...ofSecond, versionId: second.versions[0]?._id ?? '' },
    }),
    upload('POST a version', designsApi.addVersion, [picture, 'a.png'], ofSecond),
    call('POST /comment/add/:id', commentsApi.addComment, guest, { params: { projectId }, body: comment() }),
    call('POST /comment/add/:id as the owner', commentsApi.addComment, owner.auth, {
      params: { projectId },
      body: comment(),
    }),
    call('POST a reply', commentsApi.addReply, guest, {
      params: { projectId, commentId: thread._id },
      body: { commenter: 'Ana Ruiz', text: 'And a reply.' },
    }),
    call('PATCH a comment', commentsApi.changeComment, guest, {
      params: { projectId, commentId: thread._id },
      body: { text: 'Calmer, please.' },
    }),
    call('PATCH a reply', commentsApi.changeComment, guest, {
      params: { projectId, commentId: reply._id },
      body: { text: 'I do not think so.' },
    }),
    call('PATCH a comment, resolved', commentsApi.changeComment, owner.auth, {
      params: { projectId, commentId: thread._id },
      body: { resolved: true },
    }),
    call('PUT an agreement', commentsApi.setAgreement, owner.auth, {
      params: { projectId, commentId: thread._id },
      body: { agree: true, commenter: 'Mara Hald' },
    }),
    call('GET a spot', commentsApi.loadSpot, guest, { params: { projectId, commentId: thread._id } }),
    call('POST /mcp', callTools, owner.auth, { body: { jsonrpc: '2.0', id: 1, method: 'tools/list' } }),
    call('DELETE a comment', commentsApi.deleteComment, guest, {
      params: { projectId, commentId: doomed._id },
    }),
    call('DELETE a reply', commentsApi.deleteComment, guest, {
      params: { projectId, commentId: reply._id },
    }),
    call('POST /projects/:id/visit', liveApi.recordVisit, owner.auth, {
      params: { projectId },
      body: { number: 1 },
    }),
    {
      name: 'GET /projects/:id/events',
      endpoint: liveApi.followProject,
      send: async () => {
        const reader = await readEvents(app, projectId)
        await reader.next(({ type }) => type === 'presence')
        reader.close()
      },
    },
    call('POST an invitation', membersApi.inviteMember, owner.auth, { params: shared, body: {} }),
    call('DELETE an invitation', membersApi.withdrawInvitation, owner.auth, {
      params: { ...shared, invitationId: withdrawn.body._id },
    }),
    call('GET an invitation', membersApi.readInvitation, invited.auth, joining),
    call('POST an invitation, joined', membersApi.joinProject, invited.auth, joining),
    call('GET the members', membersApi.listMembers, member.auth, { params: shared }),
    call('GET /projects of a member', projectsApi.listProjects, member.auth, { query: lean }),
    call('GET /projects/:id of a member', projectsApi.openProject, member.auth, {
      params: shared,
      query: lean,
    }),
    call('PUT an offer', membersApi.offerProject, owner.auth, {
      params: shared,
      body: { member: member.user._id },
    }),
    call('POST an offer, accepted', membersApi.acceptOffer, member.auth, { params: shared }),
    call('DELETE an offer', membersApi.endOffer, member.auth, { params: shared }),
    call('DELETE a member', membersApi.removeMember, owner.auth, {
      params: { ...shared, memberId: owner.user._id },
    }),
    call('POST /projects/:id/link', sharingApi.makeNewLink, owner.auth, { params: { projectId } }),
    call('PATCH /projects/:id/order', projectsApi.changeOrder, owner.auth, {
      params: { projectId },
      body: { archived: false, labels: ['Spring'] },
    }),
    call('POST a copy', projectsApi.copyProject, visited.owner.auth, { params: { projectId: visited._id } }),
    call('DELETE /projects/:id', projectsApi.deleteProject, owner.auth, {
      params: { projectId: trashed._id },
    }),
    call('POST /projects/:id/restore', projectsApi.restoreProject, owner.auth, {
      params: { projectId: trashed._id },
    }),
    call('POST /users/me/webhooks', webhooksApi.addWebhook, owner.auth, {
      body: {
        ...{ url: 'https://hooks.studio.test/pinmark', format: 'generic', project: projectId },
        password: owner.password,
      },
    }),
    call('GET /users/me/webhooks', webhooksApi.listWebhooks, owner.auth),
    call('PATCH a webhook', webhooksApi.changeWebhook, owner.auth, { ...ofWebhook, body: { paused: false } }),
    call('POST a test', webhooksApi.testWebhook, owner.auth, ofWebhook),
    call('GET the deliveries', webhooksApi.listDeliveries, owner.auth, ofWebhook),
    call('POST a delivery', webhooksApi.redeliver, owner.auth, {
      params: { webhookId: webhook._id, deliveryId: delivery },
    }),
    call('DELETE a webhook', webhooksApi.removeWebhook, owner.auth, ofWebhook),
    call('GET /users/export', usersApi.exportAccount, owner.auth),
    call('GET /users/me/notices', noticesApi.readNotices, owner.auth),
    call('PATCH /users/me/notices', noticesApi.changeNotices, owner.auth, {
      body: { mode: 'now', project: projectId },
    }),
    call('GET a stop', noticesApi.readStop, nobody, stopping),
    call('POST a stop', noticesApi.stopMails, nobody, stopping),
    call('DELETE a stop', noticesApi.startMails, nobody, stopping),
    call('PUT mail about replies', noticesApi.askForReplyMail, subscriber.guest, {
      params: { projectId: visited._id },
      body: { email: subscriber.email },
    }),
    call('GET mail about replies', noticesApi.readReplyMail, subscriber.guest, {
      params: { projectId: visited._id },
    }),
    call('DELETE mail about replies', noticesApi.stopReplyMail, subscriber.guest, {
      params: { projectId: visited._id },
    }),
    call('POST a confirmation', noticesApi.confirmReplyMail, nobody, { body: { token: other.confirmToken } }),
    call('POST a stop of a visitor', noticesApi.stopMails, nobody, {
      params: { stopToken: other.stopToken },
    }),
    call('POST a forgotten password', usersApi.forgetPassword, nobody, { body: { email: owner.email } }),
    call('PUT a forgotten password', usersApi.resetPassword, nobody, {
      body: { token: await resetTokenOf(forgotten.user._id), newPassword },
    }),
    call('GET /readyz', serviceApi.checkReady, nobody),
    call('PUT /users/password', usersApi.changePassword, owner.auth, {
      body: { currentPassword: owner.password, newPassword },
    }),
    call('POST /users/logout', sessionApi.logOut, leaving.auth),
    call('POST /users/logout-everywhere', usersApi.logOutEverywhere, forgetful.auth, { body: {} }),
    call('POST /users/deletion', usersApi.deleteAccount, gone.auth, { body: { password: gone.password } }),
  ]
}

const agentMethods = { GET: 'get', POST: 'post', PUT: 'put', PATCH: 'patch', DELETE: 'delete' } as const
