import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'yaml'
import { root } from './root.mjs'
import { serverEnvironment } from './server-process.mjs'

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
  return [
    ...inImage(dockerfile, settings),
    ...(ignored.split('\n').find((line) => /^[^#]/.test(line)) === '*'
      ? []
      : ['.dockerignore does not begin by leaving everything out']),
    ...Object.entries(compose.services).flatMap(([name, service]) =>
      inService(service).map((fault) => `${name}: ${fault}`),
    ),
    ...aroundDatabase(compose, settings),
  ]
}

function inImage(dockerfile, settings) {
  const lines = dockerfile
    .replaceAll('\\\n', ' ')
    .split('\n')
    .filter((line) => /^[A-Z]/.test(line))
  const last = lines.slice(lines.findLastIndex((line) => line.startsWith('FROM ')))
  const values = (word, among = last) =>
    among.filter((line) => line.startsWith(`${word} `)).map((line) => line.slice(word.length + 1))
  const stages = new Set(lines.flatMap((line) => /^FROM \S+ AS (\S+)/.exec(line)?.[1] ?? []))
  const bases = values('FROM', lines).map((from) => from.split(' ')[0])
  const names = values('ENV')
    .flatMap((line) => [...line.matchAll(/(?:^| )([A-Z_]+)=/g)])
    .map(([, name]) => name)
  return faults({
    'the image does not end as a numbered user that is not root': !/^[1-9]\d*:[1-9]\d*$/.test(
      values('USER').at(-1) ?? '',
    ),
    'the user changes after the files are in place':
      last.findIndex((line) => line.startsWith('USER')) <
      last.findLastIndex((line) => line.startsWith('COPY')),
    'a base image has no exact version': !bases.every((base) => stages.has(base) || isExact(base)),
    'the image has no health check': values('HEALTHCHECK').length !== 1,
    'the server does not run by itself, without a shell': !values('CMD').at(-1)?.startsWith('["node", '),
    'the last stage takes files from here, not from a stage': values('COPY').some(
      (copy) => !copy.startsWith('--from='),
    ),
    'an installation does not keep to the lockfile': values('RUN', lines).some(
      (run) => run.includes('pnpm install') && !run.includes('--frozen-lockfile'),
    ),
    'the packages of the image are not those of production alone': !lines.some((line) =>
      /pnpm install .*--prod/.test(line),
    ),
    [`the image sets what is no setting: ${names.join(', ')}`]: !names.every(
      (name) => name === 'NODE_ENV' || name in serverEnvironment || settings.includes(name),
    ),
    'the image holds a secret': names.some((name) => /SECRET|PEPPER|TOKEN|PASSWORD/.test(name)),
  })
}

function inService(service) {
  const [uid] = String(service.user ?? '').split(':')
  return faults({
    'its file system can be written': service.read_only !== true,
    'it keeps capabilities': !service.cap_drop?.includes('ALL'),
    'it may gain privileges': !service.security_opt?.includes('no-new-privileges:true'),
    'it runs as root': !service.build && !(Number(uid) > 0),
    'its image has no exact version': !service.build && !isExact(service.image ?? ''),
    'it has no health check': !service.build && !service.healthcheck?.test,
    'it is not started again': service.restart !== 'unless-stopped',
    'it is given less time to stop than it takes': !(Number.parseInt(service.stop_grace_period) >= 20),
  })
}

function aroundDatabase({ services: { pinmark, mongo, ...others }, networks, volumes }, settings) {
  const uri = new URL(pinmark.environment.MONGODB_URI)
  const named = (service) => service.volumes.map((volume) => volume.split(':')[0])
  const environment = Object.keys(pinmark.environment)
  const setName = uri.searchParams.get('replicaSet')
  const isStartedWith = (option) => mongo.command.includes(option)
  const keysAt = (service, suffix = '') =>
    service.volumes.find((volume) => volume.startsWith('keys:') && volume.endsWith(suffix))?.split(':')[1]
  const setUp = mongo.healthcheck?.test?.join(' ') ?? ''
  return faults({
    'there are services without a check': Object.keys(others).length > 0,
    'the database has an open port': mongo.ports !== undefined || mongo.network_mode !== undefined,
    'the database can reach, or be reached from, beyond its network': mongo.networks.some(
      (name) => networks[name]?.internal !== true,
    ),
    'the server and the database share no network': !mongo.networks.some((name) =>
      pinmark.networks.includes(name),
    ),
    'the database is no replica set of the name that the server asks for': !isStartedWith(
      `--replSet=${setName}`,
    ),
    'nothing sets up the replica set': !setUp.includes(`rs.initiate({ _id: '${setName}'`),
    'the database asks for no key or password': !isStartedWith(`--keyFile=${keysAt(mongo)}/key`),
    'anyone in the container of the database can make its first user': !isStartedWith(
      '--setParameter=enableLocalhostAuthBypass=0',
    ),
    'the database takes compressed messages': !isStartedWith('--networkMessageCompressors=disabled'),
    'the key and the password are not made at the first start, for their group at most':
      !/umask 0[0-3]7\n[^]*\/dev\/urandom/.test(mongo.entrypoint?.join('\n') ?? ''),
    'nothing creates the user of the server': !setUp.includes(
      `admin.createUser({ user: '${uri.username}', pwd, roles }`,
    ),
    'the server does not log in with the password that was made':
      uri.username === '' ||
      pinmark.environment.MONGODB_PASSWORD_FILE !== `${keysAt(pinmark, ':ro')}/password` ||
      !pinmark.group_add?.includes(String(mongo.user).split(':')[1]),
    'the server does not wait for the database': pinmark.depends_on.mongo.condition !== 'service_healthy',
    'data are not kept in a named volume': ![...named(pinmark), ...named(mongo)].every(
      (name) => name in volumes,
    ),
    'the server can be reached without the proxy': !pinmark.ports.every((port) =>
      String(port).startsWith('127.0.0.1:'),
    ),
    [`the server is given what is no setting: ${environment.join(', ')}`]: !environment.every((name) =>
      settings.includes(name),
    ),
    'a secret stands in compose.yaml':
      uri.password !== '' || environment.some((name) => /(SECRET|PEPPER|TOKEN|PASSWORD)$/.test(name)),
  })
}

const withoutUser = (word) => word.replace('admin.createUser', 'print')
const withSecret = ({ environment }) => environment.MONGODB_URI.replace('pinmark@', 'pinmark:secret@')

/** `name:1.2.3`, with or without a variant after it. */
function isExact(image) {
  return /^[\w./-]+:\d+\.\d+\.\d+(-[\w.-]+)?$/.test(image)
}

/** @param {Record<string, boolean>} isFault */
function faults(isFault) {
  return Object.keys(isFault).filter((sentence) => isFault[sentence])
}

/** Copies of the files, each of which violates one requirement. Every one of them must be reported.
 *  @param {ContainerFiles} files @returns {ContainerFiles[]} */
export function violatingContainerFiles(files) {
  const inDockerfile = [
    ['USER 1000:1000', ''],
    ['USER 1000:1000', 'USER 0:0'],
    ['USER 1000:1000', 'USER root'],
    [/bookworm-slim\nENV/, 'bookworm-slim\nENV JWT_SECRET=x '],
    [/node:[\d.]+/, 'node:24'],
    [/\nHEALTHCHECK.*/, ''],
    ['\nCMD ["node", ', '\nCMD ["npm", '],
    ['COPY --from=build', 'COPY'],
    ['--frozen-lockfile', ''],
    ['--prod', ''],
    ['DATA_DIR=', 'DATA_FOLDER='],
  ].map(([what, other]) => ({ ...files, dockerfile: files.dockerfile.replace(what, other) }))
  const inCompose = [
    ({ services: { pinmark } }) => delete pinmark.read_only,
    ({ services: { mongo } }) => (mongo.read_only = false),
    ({ services: { pinmark } }) => (pinmark.cap_drop = []),
    ({ services: { mongo } }) => delete mongo.security_opt,
    ({ services: { mongo } }) => (mongo.user = 'root'),
    ({ services: { mongo } }) => delete mongo.user,
    ({ services: { mongo } }) => (mongo.image = 'mongo:latest'),
    ({ services: { mongo } }) => delete mongo.healthcheck.test,
    ({ services: { mongo } }) => (mongo.ports = ['27017:27017']),
    ({ services: { mongo } }) => delete mongo.restart,
    ({ services: { pinmark } }) => (pinmark.stop_grace_period = '10s'),
    ({ networks }) => (networks.database.internal = false),
    ...['--replSet', '--keyFile', '--setParameter=enableLocal', '--networkMessageCompressors'].map(
      (option) =>
        ({ services: { mongo } }) =>
          (mongo.command = mongo.command.filter((word) => !word.startsWith(option))),
    ),
    ({ services: { mongo } }) => delete mongo.entrypoint,
    ({ services: { mongo } }) =>
      (mongo.entrypoint[2] = mongo.entrypoint[2].replace('umask 027', 'umask 022')),
    ({ services: { mongo } }) => (mongo.healthcheck.test = mongo.healthcheck.test.map(withoutUser)),
    ({ services: { pinmark } }) => delete pinmark.environment.MONGODB_PASSWORD_FILE,
    ({ services: { pinmark } }) => delete pinmark.group_add,
    ({ services: { pinmark } }) => (pinmark.volumes = ['data:/data']),
    ({ services: { pinmark } }) => (pinmark.environment.MONGODB_URI = withSecret(pinmark)),
    ({ services: { pinmark } }) => (pinmark.depends_on.mongo.condition = 'service_started'),
    ({ services: { mongo } }) => (mongo.volumes = ['./here:/data/db']),
    ({ services: { pinmark } }) => (pinmark.ports = ['3000:3000']),
    ({ services: { pinmark } }) => (pinmark.environment.PORTS = '1'),
    ({ services: { pinmark } }) => (pinmark.environment.JWT_SECRET = 'x'),
    ({ services }) => (services.shell = { ...services.mongo }),
  ].map((spoil) => {
    const compose = structuredClone(files.compose)
    spoil(compose)
    return { ...files, compose }
  })
  return [...inDockerfile, ...inCompose, { ...files, ignored: 'node_modules' }]
}
