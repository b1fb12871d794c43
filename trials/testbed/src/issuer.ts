import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { createServer } from 'node:http'
import { Provider } from 'oidc-provider'
import { listenOnFreePort } from './free-port'

/** What the issuer knows about a person, by `sub`. */
export interface IssuerPerson {
  email?: string
  email_verified?: boolean | undefined
  xms_edov?: unknown
  name?: string
}

/** An OpenID Connect issuer on this machine, for tests. Its visitors only say who they are. */
export interface TestIssuer {
  /** The settings of a Pinmark at `publicUrl` that uses it. */
  settings: { issuer: string; clientId: string; clientSecret: string }
  people: Map<string, IssuerPerson>
  /** The key that signs its tokens, and its `kid`. */
  signingKey: { privateKey: KeyObject; publicKey: KeyObject; kid: string }
  /** Replaces the token of a login, by the `nonce` of its request. */
  forged: Map<string, (idToken: string) => string>
  /** Logs a person in like a browser, from the address of an authorization request.
   *  @param cookies of the browser, in which the login at the issuer stays
   *  @returns the query with which the browser would come back */
  signIn: (address: string, subject: string, cookies?: Map<string, string>) => Promise<string>
  /** Numbers of requests by path, such as `/token`. */
  asked: Map<string, number>
  stop: () => Promise<void>
}

interface IssuerOptions {
  /** Of Pinmark. */
  publicUrl: string
  /** Whether the e-mail address is part of the token, as most issuers do, and not only of the user info. */
  hasEmailInToken?: boolean
}

const scope = 'openid email profile'

export async function startIssuer({ publicUrl, hasEmailInToken = true }: IssuerOptions): Promise<TestIssuer> {
  const server = createServer()
  const url = `http://127.0.0.1:${await listenOnFreePort(server)}`
  const settings = { issuer: url, clientId: 'pinmark', clientSecret: 'a secret of the trial & its "client"' }
  const pair = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const signingKey = { ...pair, kid: 'trial' }
  const people = new Map<string, IssuerPerson>()
  const asked = new Map<string, number>()

  const provider = new Provider(url, {
    clients: [
      {
        client_id: settings.clientId,
        client_secret: settings.clientSecret,
        redirect_uris: [`${publicUrl}/sign-on`],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    jwks: {
      keys: [{ ...pair.privateKey.export({ format: 'jwk' }), kid: signingKey.kid, alg: 'RS256', use: 'sig' }],
    },
    cookies: { keys: ['a key of the trial'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified', 'xms_edov'], profile: ['name'] },
    conformIdTokenClaims: !hasEmailInToken,
    findAccount: (_context, sub) => ({ accountId: sub, claims: () => ({ ...people.get(sub), sub }) }),
    // Of any length; without them it prints a notice each.
    ttl: { AccessToken: 600, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    // Nobody is asked whether Pinmark may know them.
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({
        clientId: settings.clientId,
        accountId: oidc.session?.accountId ?? '',
      })
      grant.addOIDCScope(scope)
      await grant.save()
      return grant
    },
  })
  const issuer: TestIssuer = {
    ...{ settings, people, signingKey, asked, forged: new Map() },
    signIn,
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  provider.use(async (context, next) => {
    asked.set(context.path, (asked.get(context.path) ?? 0) + 1)
    if (context.path.startsWith('/interaction/')) {
      const { as } = context.query
      if (typeof as !== 'string') {
        context.type = 'html'
        context.body = choicePage([...people.keys()])
        return
      }
      const result = { login: { accountId: as } }
      await provider.interactionFinished(context.req, context.res, result, { mergeWithLastSubmission: false })
      context.respond = false
      return
    }
    await next()
    const body: unknown = context.body
    if (context.path !== '/token' || !isTokens(body)) return
    const forge = issuer.forged.get(nonceOf(body.id_token))
    if (forge) context.body = { ...body, id_token: forge(body.id_token) }
  })
  const answer = provider.callback()
  server.on('request', (req, res) => void answer(req, res))
  return issuer
}

function isTokens(body: unknown): body is { id_token: string } {
  return typeof body === 'object' && body !== null && 'id_token' in body
}

function nonceOf(token: string): string {
  const claims: { nonce?: unknown } = JSON.parse(
    Buffer.from(token.split('.')[1] ?? '', 'base64url').toString(),
  )
  return String(claims.nonce)
}

function choicePage(subjects: string[]): string {
  const links = subjects.map((sub) => `<li><a href="?as=${encodeURIComponent(sub)}">${sub}</a></li>`)
  return `<!doctype html><html lang="en"><title>Issuer</title><h1>Who are you?</h1><ul>${links.join('')}</ul></html>`
}

async function signIn(
  address: string,
  subject: string,
  cookies = new Map<string, string>(),
): Promise<string> {
  const { origin } = new URL(address)
  let next = new URL(address)
  while (next.origin === origin) {
    if (next.pathname.startsWith('/interaction/')) next.searchParams.set('as', subject)
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await fetch(next, { headers: { cookie }, redirect: 'manual' })
    for (const set of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
      if (value === '') cookies.delete(name)
      else cookies.set(name, value)
    }
    const location = answer.headers.get('location')
    if (location === null) throw new Error(`The issuer answered ${answer.status}: ${await answer.text()}`)
    next = new URL(location, next)
  }
  return next.search
}
