import { guestSecretHeader } from '@pinmark/shared/paths'
import { makeEveryCall, roundEnvironment, type Answered } from '../calls/every-answer'
import type { TestProject } from '../calls/test-project'
import { givenInstance } from '../given-instance'
import type { Finding, Promised, Trial } from '../promise'
import { TamperingProxy } from '../tampering-proxy'

/** Texts that no answer may contain, for any sender. */
const neverInReplies: Record<string, RegExp> = {
  'a stack': /\n\s+at .+:\d+:\d+|\bat (?:async )?[\w.<>]+ \(/,
  'a path of the server': /\/(?:tmp|home|root|usr|var|node_modules|apps|dist)\/[\w./-]+|[A-Z]:\\\\|file:\/\//,
  'an id of the database': /(?<![0-9a-f])[0-9a-f]{24}(?![0-9a-f])/,
  'a password hash': /\$2[aby]\$\d\d\$|passwordHash/,
  // Not within a random id, which contains these four letters in some runs.
  'a word of the database': /MongoServerError|E11000|(?<![\w-])BSON|CastError|mongoose|ECONNREFUSED/i,
}
/** Calls that answer the sender's own e-mail address or token, or the address that an owner has invited. */
const mayTellEmail = /\/users\/(register|login|me|password)$|\/(invitations|members)$/
const mayTellToken = /\/users\/(login|password|me\/tokens)$/
const tokenShape = /eyJ[\w-]{10,}\.[\w-]{10,}\.[\w-]{10,}|pinmark_[0-9A-Za-z]{20,}/
const emailShape = /[\w.+-]+@studio\.test/

export const noLeaks: Promised = {
  id: 'S12',
  promise:
    'Neither answers nor logs contain a stack, a path, an e-mail address, a token, a hash or a raw link',
  shownBy:
    'All answers and the whole log are scanned after a round through every call, actor, mistake and ' +
    'limit.',
  target: '0 leaks',
  isQuick: true,
  try: (trial) => run(trial, (url) => Promise.resolve(url)),
  control: {
    without: 'with the stacks that a framework shows during development',
    try: (trial) =>
      run(trial, async (_url, port) => {
        const proxy = await TamperingProxy.to(trial, port, {
          onAnswer: (answer) => {
            if (answer.status < 400) return
            const { stack } = new Error('refused')
            answer.body = Buffer.concat([answer.body, Buffer.from(`<pre>${stack}</pre>`)])
          },
        })
        return proxy.url
      }),
  },
}

async function run(trial: Trial, entrance: (url: string, port: number) => Promise<string>): Promise<Finding> {
  const api = await givenInstance(trial, roundEnvironment)
  const url = await entrance(api.url, api.port)
  const leaks = new Set<string>()
  const codes = new Set<string>()
  let answers = 0
  const testProjects = await makeEveryCall({ url, direct: api.url, isBrief: url !== api.url }, (answer) => {
    answers += 1
    codes.add(answer.headers.get('x-error-code') ?? String(answer.status))
    for (const leak of leaksIn(answer))
      leaks.add(`${leak} in ${answer.route} ${answer.status} (${answer.actor})`)
  })
  const lines = await logOf(api)
  for (const [at, line] of lines.entries()) {
    for (const leak of leaksInLog(line, testProjects))
      leaks.add(`${leak} in the log, line ${at}: ${line.slice(0, 300)}`)
  }
  return {
    held: leaks.size === 0 && answers > 500 && lines.length > answers / 2,
    figure: `${leaks.size} leaks in ${answers} answers with ${codes.size} statuses and error codes, and ${lines.length} lines of log`,
    details: [...leaks].slice(0, 40).join('\n'),
  }
}

/** The log, after its last line has been written. */
async function logOf(api: { output: string; end: () => Promise<unknown> }): Promise<string[]> {
  await api.end()
  return api.output.split('\n').filter((line) => line.startsWith('{'))
}

function leaksIn({ path, route, status, headers, text, actor }: Answered): string[] {
  const isProgram = (headers.get('content-type') ?? '').includes('image/')
  const heads = [...headers].map(([name, value]) => `${name}: ${value}`).join('\n')
  const all = isProgram ? heads : `${heads}\n${text}`
  const isDocument = /openapi|docs/.test(path)
  const leaks = Object.entries(neverInReplies)
    .filter(([, shape]) => shape.test(all))
    .map(([name]) => name)
    // The description of the API contains addresses itself.
    .filter((name) => !isDocument || name === 'a stack' || name === 'an id of the database')
  if (
    emailShape.test(all) &&
    !((mayTellEmail.test(route) && status < 300 && actor !== 'nobody') || route.endsWith('/register'))
  ) {
    leaks.push('an e-mail address')
  }
  if (tokenShape.test(all) && !(mayTellToken.test(route) && status < 300)) leaks.push('a token')
  return leaks
}

function leaksInLog(line: string, testProjects: readonly TestProject[]): string[] {
  const secrets: Record<string, string[]> = {
    'a raw link': testProjects.flatMap(({ project }) => [project._id, project.link.id]),
    'a guest secret': testProjects.map(({ guest }) => guest[guestSecretHeader] ?? ''),
    'a password': [testProjects[0]?.owner.password ?? '', 'not this one'],
    'words of a guest': ['The moon is lovely'],
  }
  const named = Object.entries(secrets)
    .filter(([, values]) => values.some((value) => value !== '' && line.includes(value)))
    .map(([name]) => name)
  const shaped = Object.entries({ ...neverInReplies, 'an e-mail address': emailShape, 'a token': tokenShape })
    .filter(([, shape]) => shape.test(line))
    .map(([name]) => name)
  return [...named, ...shaped]
}
