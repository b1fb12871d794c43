import { resolve } from 'node:path'
import { typedCommand, StartError } from '../../base/failures'
import { loadConfig, readEnvironment, type ConfigWithoutSecrets } from '../../config'
import { checkListenAddress } from '../../http/server'
import { freeOnDisk } from '../../base/disk-room'
import { checkIssuer } from '../../accounts/sign-on/issuer'
import { checkMailServer } from '../../mail/send-mail'
import { cacheDir, findInstalledMongod, processorFault } from '../../mongo/mongod/find-mongod'
import { checkDeployment } from '../../mongo/mongod/check-deployment'
import { dataDirOwner, prepareDataDir } from '../../mongo/mongod/data-dir'
import { pinmarkVersion } from '../../version'
import { checkDatabaseIsThere } from '../../secrets'
import { runCommand } from './run-command'

/** `npm run doctor`: checks this machine and the settings, and says what to do. It changes nothing but the data folder,
 *  which it creates. Exit code 1 means that something has to be repaired. */
const usage = `Usage: ${typedCommand('doctor')}`
const answerMs = 10_000
/** The newest Node.js that is recommended; the server also runs on older ones. */
const recommendedNode = 24
/** What a download of MongoDB, its files and some designs need. */
const comfortableBytes = 3e9

/** What a check found. A fault is something to repair before Pinmark works. */
interface Found {
  isFault?: boolean
  text: string
}
type Check = (config: ConfigWithoutSecrets, useless: string | null) => Promise<Found>

const checks: Record<string, Check> = {
  'Node.js': () => Promise.resolve(checkNode()),
  Settings: (_config, useless) => Promise.resolve({ text: useless ?? 'each is valid' }),
  'Data folder': checkDataFolder,
  Disk: checkDisk,
  MongoDB: checkDatabase,
  Port: checkPort,
  PUBLIC_URL: checkPublicUrl,
  'Sign-on': checkSignOn,
  Mail: checkMail,
}

await runCommand(async () => {
  if (process.argv.length > 2) throw new StartError(usage)
  console.log(`Pinmark ${pinmarkVersion}`)
  const { environment, useless } = readEnvironment()
  const config = loadConfig(environment)
  let faults = 0
  for (const [name, check] of Object.entries(checks)) {
    const { isFault = false, text } = await check(config, useless).catch(asFault)
    if (isFault) faults += 1
    console.log(`${isFault ? 'FAULT' : 'ok   '}  ${name.padEnd(12)}${text}`)
  }
  console.log(faults === 0 ? 'Nothing to repair.' : `To repair: ${faults}.`)
  process.exitCode = faults === 0 ? 0 : 1
})

/** The checks throw a StartError for what the operator can repair. Anything else is a fault of Pinmark. */
function asFault(error: unknown): Found {
  if (error instanceof StartError) return { isFault: true, text: error.message }
  throw error
}

function checkNode(): Found {
  const { node } = process.versions
  const isRecommended = Number(node.split('.')[0]) >= recommendedNode
  return { text: isRecommended ? node : `${node}; ${recommendedNode} is recommended` }
}

async function checkDataFolder(config: ConfigWithoutSecrets): Promise<Found> {
  const { dataDir } = config
  await prepareDataDir(dataDir)
  await checkDatabaseIsThere(config)
  const owner = await dataDirOwner(dataDir)
  return { text: owner === null ? dataDir : `${dataDir}, in use by the running Pinmark (process ${owner})` }
}

async function checkDisk({ dataDir, minFreeDiskMb }: ConfigWithoutSecrets): Promise<Found> {
  const free = await freeOnDisk(dataDir)
  const text = `${Math.floor(free / 1e6).toLocaleString('en')} MB free`
  if (free < minFreeDiskMb * 1e6) {
    return {
      isFault: true,
      text: `${text}, less than MIN_FREE_DISK_MB (${minFreeDiskMb}): nothing new is stored. Free some space.`,
    }
  }
  return {
    text: free < comfortableBytes ? `${text}; this is little, ${comfortableBytes / 1e9} GB are better` : text,
  }
}

async function checkDatabase({ mongodbUri, mongodPath }: ConfigWithoutSecrets): Promise<Found> {
  if (mongodbUri !== null) {
    await checkDeployment(mongodbUri)
    return { text: 'the MongoDB of MONGODB_URI answers and is a replica set or a sharded cluster' }
  }
  const installed = await findInstalledMongod({ mongodPath: mongodPath ?? undefined, cacheDir: cacheDir() })
  if (installed !== null) return { text: `${installed.path}, version ${installed.series}` }
  const fault = await processorFault()
  if (fault !== null) return { isFault: true, text: fault }
  return {
    text: `none is installed; the first start downloads one into ${resolve(cacheDir())} (about 100 MB)`,
  }
}

async function checkPort(config: ConfigWithoutSecrets): Promise<Found> {
  const { port, host } = config
  const running = await answerOf(`http://${host === null ? 'localhost' : inUrl(host)}:${port}/healthz`)
  if (running?.version !== undefined) return { text: `${port}, where Pinmark ${running.version} runs` }
  await checkListenAddress(config)
  return { text: `${port} is free` }
}

/** Asks for the address that visitors use, so that a proxy in between is tried too. */
async function checkPublicUrl({ publicUrl, trustProxyHops }: ConfigWithoutSecrets): Promise<Found> {
  if (publicUrl === null) return { text: 'not set; shared links begin with the address of each request' }
  const answer = await answerOf(`${publicUrl}/healthz`)
  if (answer === null) {
    return {
      isFault: true,
      text: `${publicUrl} does not answer from here. Check that Pinmark runs, the name in DNS, the proxy and its certificate.`,
    }
  }
  if (answer.version === undefined) {
    return {
      isFault: true,
      text: `${publicUrl} answers, but not with Pinmark. Check where the proxy sends requests.`,
    }
  }
  if (publicUrl.startsWith('https:') && !answer.knowsHttps) {
    return {
      isFault: true,
      text:
        trustProxyHops === 0
          ? `${publicUrl} leads through a proxy, and TRUST_PROXY is 0. Set it to the number of proxies, usually 1.`
          : 'The proxy does not send X-Forwarded-Proto. docs/running-for-a-team.md shows the lines for Caddy and nginx.',
    }
  }
  return { text: `${publicUrl} leads to Pinmark ${answer.version}` }
}

async function checkSignOn({ signOn }: ConfigWithoutSecrets): Promise<Found> {
  if (signOn === null) return { text: 'accounts have passwords: OIDC_ISSUER is not set' }
  const problem = await checkIssuer(signOn)
  if (problem === null) return { text: `${signOn.issuer} answers` }
  return {
    isFault: true,
    text: `The description of the issuer cannot be read (${problem}). Check OIDC_ISSUER, and that this machine reaches it.`,
  }
}

async function checkMail({ mail }: ConfigWithoutSecrets): Promise<Found> {
  if (mail === null) return { text: 'no mail is sent: SMTP_URL is not set, or OUTBOX is off' }
  const problem = await checkMailServer(mail)
  if (problem === null) return { text: 'the mail server answers and accepts the login' }
  return { isFault: true, text: `No mail can be sent: ${problem} Check SMTP_URL.` }
}

interface Health {
  /** The version of the Pinmark that answers; undefined if something else does. */
  version: string | undefined
  /** Whether that Pinmark has seen that the visitor uses HTTPS. */
  knowsHttps: boolean
}

/** What answers to a health check; null if nothing does. */
async function answerOf(url: string): Promise<Health | null> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(answerMs) })
    const body: unknown = await answer.json().catch(() => null)
    const version =
      typeof body === 'object' && body !== null && 'version' in body && typeof body.version === 'string'
        ? body.version
        : undefined
    return { version, knowsHttps: answer.headers.has('strict-transport-security') }
  } catch {
    // Nothing listens there, or the connection fails. The caller says what that means.
    return null
  }
}

function inUrl(host: string): string {
  return host.includes(':') ? `[${host}]` : host
}
