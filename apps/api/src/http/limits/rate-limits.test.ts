import { expect, test } from 'vitest'
import { allEndpoints } from '@pinmark/shared/api/all-endpoints'
import { fillPath, type Endpoint } from '@pinmark/shared/api/endpoint'
import { givenTestApp, sharedTestApp } from '../../../test/app-under-test'
import { givenProject } from '../../../test/given-project'

/** Writing calls without a window. */
const withoutWindow = new Set<string>([
  // They count the images of an account once they are received.
  ...['createProject', 'listPages'],
  // It counts complete forms.
  'register',
  // Beyond its limit, a visit is silently not stored.
  'recordVisit',
  // They change only the caller's own account, whose number of tokens and webhooks is limited.
  ...['logOut', 'logOutEverywhere', 'changeNotices', 'createApiToken', 'revokeApiToken', 'removeWebhook'],
  // Wrong passwords are delayed instead.
  ...['changePassword', 'deleteAccount'],
  // They require a link that was sent by mail, or remove an address.
  ...['stopMails', 'startMails', 'confirmReplyMail', 'stopReplyMail'],
  // Each tool makes one of the other calls.
  'callTools',
])

const app = sharedTestApp()

test('every other call that writes is limited, with a refusal that its description names', async () => {
  const { rates } = app.config
  const none = Object.fromEntries(Object.keys(rates).map((rate) => [rate, 0]))
  const strict = await givenTestApp({ rates: { ...none, request: rates.request } })
  const { _id: projectId, owner } = await givenProject(app.api)
  const { paths } = (await app.api.get('/openapi.json')).body
  const endpoints: [string, Endpoint][] = Object.entries(allEndpoints)
  const writing = endpoints.filter(([name, { method }]) => method !== 'GET' && !withoutWindow.has(name))

  const undescribed: unknown[] = []
  for (const [name, { method, path }] of writing) {
    const verb = verbs[method]
    const answer = await strict.api[verb](fillPath(path, { params: { projectId } })).set(owner.auth)
    const { responses } = paths[path.replace(/:(\w+)/g, '{$1}')][verb]
    const { examples } = responses[429].content['application/json']
    if (answer.status !== 429 || !(answer.body.code in examples)) undescribed.push([name, answer.body])
  }

  expect(undescribed).toEqual([])
})

const verbs = { GET: 'get', POST: 'post', PUT: 'put', PATCH: 'patch', DELETE: 'delete' } as const
