import { makeEveryCall, roundEnvironment, type Answered } from '../calls/every-answer'
import { sendRequest } from '../http-request'
import { givenInstance } from '../given-instance'
import type { Finding, Promised, Trial } from '../promise'
import { TamperingProxy } from '../tampering-proxy'

/** The headers that every answer has, whether successful or not. */
const always: Record<string, RegExp> = {
  'content-security-policy': /^default-src 'none'/,
  'x-content-type-options': /^nosniff$/,
  'x-frame-options': /^DENY$/,
  'referrer-policy': /^no-referrer$/,
  'cross-origin-opener-policy': /^same-origin$/,
  'cross-origin-resource-policy': /^same-origin$/,
  'permissions-policy': /camera=\(\)/,
  'x-robots-tag': /^noindex$/,
  'cache-control': /./,
  'x-request-id': /^[\w-]{22}$/,
}
const page =
  /script-src 'self'.*frame-ancestors 'none'.*require-trusted-types-for 'script'.*trusted-types 'none'/

export const headers: Promised = {
  id: 'S13',
  promise: 'Every answer, including refusals, has all security headers',
  shownBy:
    'Every actor requests every call and page, with valid and invalid requests, and sends bytes that ' +
    'are not HTTP. Each combination of route and status counts.',
  target: '100 %',
  isQuick: false,
  try: (trial) => run(trial, (url) => Promise.resolve(url)),
  control: {
    without: 'with refusals that lose their content security policy on the way',
    try: (trial) =>
      run(trial, async (_url, port) => {
        const proxy = await TamperingProxy.to(trial, port, {
          onAnswer: ({ status, headers }) => {
            if (status >= 400) delete headers['content-security-policy']
          },
        })
        return proxy.url
      }),
  },
}

async function run(trial: Trial, entrance: (url: string, port: number) => Promise<string>): Promise<Finding> {
  const api = await givenInstance(trial, roundEnvironment)
  const url = await entrance(api.url, api.port)
  const seen = new Map<string, Set<string>>()
  let answers = 0
  const look = (answer: Answered) => {
    answers += 1
    const kind = `${answer.route} ${answer.status}`
    const gaps = seen.get(kind) ?? new Set()
    for (const gap of gapsIn(answer)) gaps.add(gap)
    seen.set(kind, gaps)
  }
  await makeEveryCall({ url, direct: api.url, isBrief: url !== api.url }, look)
  for (const path of ['/', '/healthz', '/users/me', '/nowhere']) {
    const secure = await sendRequest(url, { method: 'GET', path, headers: { 'X-Forwarded-Proto': 'https' } })
    const isHeld = /max-age=\d{7,}/.test(secure.headers.get('strict-transport-security') ?? '')
    seen.set(`GET ${path} under TLS ${secure.status}`, new Set(isHeld ? [] : ['strict-transport-security']))
  }

  const broken = [...seen].filter(([, gaps]) => gaps.size > 0)
  const whole = seen.size - broken.length
  return {
    held: broken.length === 0 && seen.size > 150,
    figure: `${whole} of ${seen.size} kinds of answer (route × status) complete, over ${answers} answers`,
    details: broken.map(([kind, gaps]) => `${kind}: ${[...gaps].join(', ')}`).join('\n'),
  }
}

function gapsIn({ route, status, headers, text, method }: Answered): string[] {
  const gaps = Object.entries(always)
    .filter(([name, shape]) => !shape.test(headers.get(name) ?? ''))
    .map(([name]) => name)
  const needs = (name: string, isNeeded: boolean) => {
    if (isNeeded && !headers.has(name)) gaps.push(name)
  }
  needs('www-authenticate', status === 401)
  needs('allow', status === 405)
  needs('retry-after', status === 429 || status === 503)
  const isPage = (headers.get('content-type') ?? '').startsWith('text/html')
  needs('x-error-code', status >= 400 && status !== 416 && !isPage)
  needs('content-type', text.length > 0 && method !== 'HEAD')
  if (isPage && !page.test(headers.get('content-security-policy') ?? '')) gaps.push('policy of a page')
  for (const name of ['x-powered-by', 'server']) if (headers.has(name)) gaps.push(`${name} is told`)
  if (status >= 500) gaps.push(`a ${status} on ${route}`)
  return gaps
}
