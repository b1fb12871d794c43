import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Link } from '@pinmark/shared/entities/project'
import type { Session } from '@pinmark/shared/entities/user'
import { givenOwner, givenProject, mustCall } from '@pinmark/testbed/client'
import { givenInstance } from '../given-instance'
import type { Trial } from '../promise'
import { bearer } from './test-project'

const waitMs = 10_000

/** A login follows a project through two processes and logs out through one of them. Then another login makes a
 *  new link.
 *  @returns how many of the two streams ended, and how many received the new link */
export async function liveAfterLogout(trial: Trial): Promise<{ ended: number; told: number }> {
  const secret = () => randomBytes(32).toString('base64url')
  const shared = {
    MONGODB_URI: await trial.givenDatabase(),
    JWT_SECRET: secret(),
    PASSWORD_PEPPER: secret(),
  }
  const here = await givenInstance(trial, shared, 'here')
  const there = await givenInstance(trial, shared, 'there')
  const owner = await givenOwner(here.url)
  const project = await givenProject(here.url, owner)
  const { email, password } = owner
  const other = await mustCall<Session>(200, `${here.url}/users/login`, {
    method: 'POST',
    body: { email, password },
  })
  const streams = await Promise.all(
    [here, there].map(({ url }) => openStream(`${url}/projects/${project._id}/events`, bearer(owner))),
  )

  await mustCall(204, `${here.url}/users/logout`, { method: 'POST', token: owner.token })
  await Promise.race([pause(waitMs), Promise.all(streams.map(({ end }) => end))])
  const { id } = await mustCall<Link>(200, `${here.url}/projects/${project._id}/link`, {
    method: 'POST',
    token: other.token,
  })
  await Promise.race([pause(2_000), Promise.all(streams.map(({ end }) => end))])
  const ended = streams.filter(({ isOver }) => isOver()).length
  const told = streams.filter(({ text }) => text().includes(id)).length
  for (const { close } of streams) close()
  return { ended, told }
}

/** A live page. Its stream is read until it ends or is closed. */
export async function openStream(url: string, headers: Record<string, string>) {
  const line = new AbortController()
  const { body, status } = await fetch(url, { headers, signal: line.signal })
  let [text, isOver] = ['', false]
  const read = async () => {
    for await (const piece of body ?? []) text += Buffer.from(piece).toString()
  }
  const end = read().then(
    () => void (isOver = true),
    () => undefined,
  )
  return { status, end, isOver: () => isOver, text: () => text, close: () => line.abort() }
}
