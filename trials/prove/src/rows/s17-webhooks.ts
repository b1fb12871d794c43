import { createServer } from 'node:http'
import { createServer as createCanary } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { listenOnFreePort } from '@pinmark/testbed/free-port'
import type { CreatedWebhook, DeliveryResult } from '@pinmark/shared/entities/webhook'
import { call, givenComment, givenOwner, givenProject, mustCall, type Owner } from '@pinmark/testbed/client'
import { givenInstance } from '../given-instance'
import { inParallel } from '../in-parallel'
import type { Finding, Promised, Trial } from '../promise'
import { weakenedBy } from '../weakened'
import { insideHosts, trickNames } from '../webhooks/inside-addresses'

const statuses = [301, 302, 303, 307, 308]
/** Comments reach a webhook within a second or two; those that could not be sent are tried again after five. */
const deliveryMs = 9_000

/** Each trick is tried where an address is entered, where it is changed, by the test button, and by a message. */
export const webhooksOutside: Promised = {
  id: 'S17',
  promise: 'A webhook never reaches the network of the server',
  shownBy:
    'Internal addresses are tried in every notation of IPv4 and IPv6, as names that resolve differently ' +
    'the second time, as names with several addresses, and by redirects. Each is entered, tested and ' +
    'sent to. A canary server listens on all addresses of the machine.',
  target: '200 tricks, 0 reach the canary, every internal address refused with its reason',
  isQuick: false,
  try: (trial) => run(trial, []),
  control: {
    without: 'with a connection that resolves the name of a checked address again',
    try: (trial) => run(trial, weakenedBy('connect-by-name')),
  },
}

async function run(trial: Trial, weakened: string[]): Promise<Finding> {
  const canary = await givenCanary(trial)
  const strict = await givenInstance(trial, {}, 'strict', [...weakenedBy('changing-names'), ...weakened])
  const open = await givenInstance(trial, { WEBHOOK_ALLOW_PRIVATE: 'true' }, 'open', weakened)
  const owner = await givenOwner(strict.url)
  const project = await givenProject(strict.url, owner)
  const wrong: string[] = []
  let tricks = 0

  await inParallel([...insideHosts()], 4, async (host) => {
    tricks += 1
    const url = `http://${host}:${canary.port}/hook`
    const { code, webhook } = await enter(strict.url, owner, url)
    if (/^webhook_address_(?:inside|not_valid|has_login)$/.test(code ?? '')) return
    // A name that this machine does not know may be entered, and leads nowhere.
    const result = webhook && (await test(strict.url, owner, webhook))
    if (result?.problem !== 'This address cannot be found.')
      wrong.push(`${host}: ${code} ${JSON.stringify(result)}`)
    if (webhook) await mustCall(204, pathOf(strict.url, webhook), { method: 'DELETE', token: owner.token })
  })
  for (const name of trickNames()) {
    const each = await givenOwner(strict.url)
    const { _id } = await givenProject(strict.url, each)
    tricks += 1
    const url = `http://${name}:${canary.port}/hook`
    const { webhook } = await enter(strict.url, each, url)
    if (!webhook) continue
    // An odd and an even number of questions to the resolver.
    for (let times = 0; times < 3; times += 1) {
      await test(strict.url, each, webhook)
      await call(pathOf(strict.url, webhook), {
        method: 'PATCH',
        token: each.token,
        body: { url, password: each.password },
      })
    }
    await givenComment(strict.url, _id)
  }
  const redirecting = await givenRedirects(trial, canary.port)
  const insider = await givenOwner(open.url)
  for (const status of statuses) {
    tricks += 1
    const url = `http://127.0.0.1:${redirecting}/${status}`
    const { webhook } = await enter(open.url, insider, url)
    const result = webhook && (await test(open.url, insider, webhook))
    if (result?.status !== status) wrong.push(`a redirect ${status} gave ${JSON.stringify(result)}`)
  }
  await givenComment(strict.url, project._id)
  await givenComment(open.url, (await givenProject(open.url, insider))._id)
  await pause(deliveryMs)

  const reached = canary.calls()
  return {
    held: reached === 0 && wrong.length === 0 && tricks >= 200,
    figure: `${reached} connections to the canary by ${tricks} tricks; ${wrong.length} not refused by name`,
    details: wrong.slice(0, 20).join('\n'),
  }
}

interface Entered {
  /** Of the refusal. */
  code?: string
  webhook?: CreatedWebhook['webhook']
}

async function enter(url: string, { token, password }: Owner, address: string): Promise<Entered> {
  const body = { url: address, format: 'generic', password }
  return (await call<Entered>(`${url}/users/me/webhooks`, { method: 'POST', token, body })).body
}

type Entry = NonNullable<Entered['webhook']>

const pathOf = (url: string, { _id }: Entry) => `${url}/users/me/webhooks/${_id}`

function test(url: string, { token }: Owner, webhook: Entry): Promise<DeliveryResult> {
  return mustCall(200, `${pathOf(url, webhook)}/test`, { method: 'POST', token })
}

/** Listens on every address of the machine, IPv4 and IPv6. */
async function givenCanary(trial: Trial): Promise<{ port: number; calls: () => number }> {
  let calls = 0
  const server = createCanary((socket) => {
    calls += 1
    socket.destroy()
  })
  const port = await listenOnFreePort(server, '::')
  trial.afterwards(async () => server.close())
  return { port, calls: () => calls }
}

/** A receiver that sends everyone on to the canary. */
async function givenRedirects(trial: Trial, canaryPort: number): Promise<number> {
  const server = createServer((req, res) => {
    const Location = `http://127.0.0.1:${canaryPort}/`
    res.writeHead(Number(req.url?.slice(1)), { Location, Refresh: `0; url=${Location}` }).end()
  })
  trial.afterwards(async () => server.close())
  return listenOnFreePort(server)
}
