import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { sendRequest } from '../http-request'
import { givenInstance } from '../given-instance'
import type { Trial } from '../promise'
import { givenTestProject, type TestProject } from './test-project'

const waitingUploads = 20
/** Longer than the time limit of a body. */
const waitMs = 34_000

/** Uploads of visitors that send only their heads. One of them may run at a time, for at most 2 s, so that the
 *  last ones wait for longer than the 30 s of a body.
 *  @returns whether the server still runs afterwards */
export async function outlivesWaitingUploads(trial: Trial): Promise<boolean> {
  const api = await givenInstance(trial, { RATE_LIMIT_FACTOR: '0.1' }, 'waiting')
  const first = await givenTestProject(api.url)
  // With this factor, one network can send six pictures a minute to a project.
  const projects = [first]
  while (projects.length < waitingUploads / 5) projects.push(await givenTestProject(api.url, first.owner))
  const headFor = ({ project, guest }: TestProject) => [
    `POST /projects/${project._id}/pictures HTTP/1.1`,
    'Host: 127.0.0.1',
    'Content-Type: multipart/form-data; boundary=x',
    'Content-Length: 100000',
    ...Object.entries(guest).map(([name, value]) => `${name}: ${value}`),
  ]
  const sockets = Array.from({ length: waitingUploads }, (_, at) => {
    const socket = connect(api.port, '127.0.0.1').on('error', () => undefined)
    const head = headFor(projects[at % projects.length] ?? first)
    socket.resume().write(`${head.join('\r\n')}\r\n\r\n`)
    return socket
  })
  await pause(waitMs)
  for (const socket of sockets) socket.destroy()
  // A server that stops because of an error closes its port first.
  const ready = sendRequest(api.url, { method: 'GET', path: '/readyz' })
  return ready.then(({ status }) => status === 200).catch(() => false)
}
