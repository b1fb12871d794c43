import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'yaml'
import { root } from './root.mjs'
import { serverEnvironment } from './server-process.mjs'

// What a start in CI does not show: that a running image is closed, and stays the same.

/** The contents of the container files.
 *  @typedef {{ dockerfile: string, ignored: string, compose: object, settings: string[] }} ContainerFiles */

/** @returns {Promise<ContainerFiles>} */
export async function readContainerFiles() {
  const read = (name) => readFile(join(root, name), 'utf8')
  const example = await read('.env.example')
  return {
    dockerfile: await read('Dockerfile'),
    ignored: await read('.dockerignore'),
    compose: parse(await read('compose.yaml')),
    settings: [...example.matchAll(/^#([A-Z][A-Z_]+)=/gm)].map(([, name]) => name),
  }
}

/** The requirements that the container files violate, one sentence each.
 *  @param {ContainerFiles} files */
export function brokenContainerPromises({ dockerfile, ignored, compose, settings }) {
  const stages = stagesOf(dockerfile)
  const images = ['server', 'aio'].map((name) => stages.find((stage) => stage.name === name))
  return [
    ...faults({
      'an image is missing': images.includes(undefined),
      'a base image has no exact version and digest': stages.some(
        ({ from }) => from !== 'scratch' && !stages.some(({ name }) => name === from) && !hasDigest(from),
      ),
      'an installation does not keep to the lockfile': dockerfile
        .split('\n')
        .some((line) => line.startsWith('RUN pnpm install') && !line.includes('--frozen-lockfile --prod')),
      '.dockerignore does not begin by leaving everything out':
        ignored.split('\n').find((line) => /^[^#]/.test(line)) !== '*',
    }),
    ...images.filter(Boolean).flatMap((image) => inImage(image, settings)),
    ...Object.entries(compose.services).flatMap(([name, service]) =>
      inService(service).map((fault) => `${name}: ${fault}`),
    ),
    ...aroundDatabase(compose, settings),
  ]
}

/** @returns {{ name: string, from: string, lines: string[] }[]} */
function stagesOf(dockerfile) {
  const lines = dockerfile.replaceAll('\\\n', ' ').split('\n')
  return lines.flatMap((line, at) => {
    const [, from, name] = /^FROM (\S+) AS (\S+)$/.exec(line) ?? []
    if (!from) return []
    const end = lines.findIndex((other, index) => index > at && other.startsWith('FROM '))
    return [{ name, from, lines: lines.slice(at, end === -1 ? undefined : end) }]
  })
}

function inImage({ name, lines }, settings) {
  const values = (word) =>
    lines.filter((line) => line.startsWith(`${word} `)).map((line) => line.slice(word.length + 1))
  const variables = values('ENV').flatMap((line) =>
    [...line.matchAll(/(?:^| )([A-Z_]+)=/g)].map(([, v]) => v),
  )
  const isKnown = (variable) =>
    ['NODE_ENV', 'HOME', 'PINMARK_RUN_BY'].includes(variable) ||
    variable in serverEnvironment ||
    settings.includes(variable)
  return faults({
    [`${name} does not run as a numbered user that is not root`]: !/^[1-9]\d*:[1-9]\d*$/.test(
      values('USER').at(-1),
    ),
    [`${name} does not run the server by itself, without a shell`]: !values('CMD')
      .at(-1)
      ?.startsWith('["node", '),
    [`${name} has no health check`]: values('HEALTHCHECK').length !== 1,
    [`${name} takes files from here, not from a stage`]: values('COPY').some(
      (copy) => !copy.startsWith('--from='),
    ),
    [`${name} sets names that are not settings: ${variables.join(', ')}`]: !variables.every(isKnown),
    [`${name} holds a secret`]: variables.some((variable) => /SECRET|PEPPER|TOKEN|PASSWORD/.test(variable)),
  })
}

function inService(service) {
  return faults({
    'its file system can be written': service.read_only !== true,
    'it keeps capabilities': !service.cap_drop?.includes('ALL'),
    'it may gain privileges': !service.security_opt?.includes('no-new-privileges:true'),
    'its image has no exact version': !isExact(service.image ?? ''),
    'it is not started again': service.restart !== 'unless-stopped',
    'it is given less time to stop than it takes': !(Number.parseInt(service.stop_grace_period) >= 20),
  })
}

function aroundDatabase({ services: { pinmark, mongo }, networks }, settings) {
  const names = Object.keys(pinmark.environment)
  const isStartedWith = (option) => mongo.command.some((word) => word.startsWith(option))
  return faults({
    'the image of the database has no digest': !hasDigest(mongo.image),
    'the database runs as root': !(Number.parseInt(mongo.user) > 0),
    'the database has an open port': mongo.ports !== undefined || mongo.network_mode !== undefined,
    'the database can reach, or be reached from, beyond its network': mongo.networks.some(
      (name) => networks[name]?.internal !== true,
    ),
    'the database asks for no key or password': !isStartedWith('--keyFile='),
    'anyone in the container of the database can make its first user': !isStartedWith(
      '--setParameter=enableLocalhostAuthBypass=0',
    ),
    'the database takes compressed messages': !isStartedWith('--networkMessageCompressors=disabled'),
    'the server can be reached without the proxy': !pinmark.ports.every((port) =>
      port.startsWith('127.0.0.1:'),
    ),
    'the server is given names that are not settings': !names.every((name) => settings.includes(name)),
    'a secret stands in compose.yaml':
      new URL(pinmark.environment.MONGODB_URI).password !== '' ||
      names.some((name) => /(SECRET|PEPPER|TOKEN|PASSWORD)$/.test(name)),
  })
}

/** `name:1.2.3`, with or without a variant and a digest after it. */
function isExact(image) {
  return /^[\w./-]+:\d+\.\d+\.\d+(-[\w.-]+)?(@sha256:[\da-f]{64})?$/.test(image)
}

function hasDigest(image) {
  return isExact(image) && image.includes('@')
}

/** @param {Record<string, boolean>} isFault */
function faults(isFault) {
  return Object.keys(isFault).filter((sentence) => isFault[sentence])
}

/** Copies of the files, each of which violates one requirement. Every one of them must be reported.
 *  @param {ContainerFiles} files @returns {ContainerFiles[]} */
export function violatingContainerFiles(files) {
  const inDockerfile = [
    ['USER 1000:1000', 'USER root'],
    [/node:[\d.]+/, 'node:24'],
    [/(FROM mongo:\S+)@\S+/, '$1'],
    [' AS aio', ' AS other'],
    [/\nHEALTHCHECK.*/, ''],
    ['\nCMD ["node", ', '\nCMD ["npm", '],
    ['COPY --from=base', 'COPY'],
    ['--frozen-lockfile', ''],
    ['NODE_ENV=production', 'JWT_SECRET=x'],
    ['DATA_DIR=', 'DATA_FOLDER='],
  ].map(([what, other]) => ({ ...files, dockerfile: files.dockerfile.replace(what, other) }))
  const inCompose = [
    ({ services: { pinmark } }) => delete pinmark.read_only,
    ({ services: { pinmark } }) => (pinmark.cap_drop = []),
    ({ services: { mongo } }) => delete mongo.security_opt,
    ({ services: { mongo } }) => delete mongo.user,
    ({ services: { pinmark } }) => (pinmark.image = 'pinmark:latest'),
    ({ services: { mongo } }) => (mongo.image = mongo.image.replace(/@.*/, '')),
    ({ services: { mongo } }) => (mongo.ports = ['27017:27017']),
    ({ services: { mongo } }) => delete mongo.restart,
    ({ services: { pinmark } }) => (pinmark.stop_grace_period = '10s'),
    ({ networks }) => (networks.database.internal = false),
    ...['--keyFile', '--setParameter=enableLocal', '--networkMessageCompressors'].map(
      (option) =>
        ({ services: { mongo } }) =>
          (mongo.command = mongo.command.filter((word) => !word.startsWith(option))),
    ),
    ({ services: { pinmark } }) => (pinmark.ports = ['3000:3000']),
    ({ services: { pinmark } }) => (pinmark.environment.PORTS = '1'),
    ({ services: { pinmark } }) => (pinmark.environment.JWT_SECRET = 'x'),
  ].map((spoil) => {
    const compose = structuredClone(files.compose)
    spoil(compose)
    return { ...files, compose }
  })
  return [...inDockerfile, ...inCompose, { ...files, ignored: 'node_modules' }]
}
