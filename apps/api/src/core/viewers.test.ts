import { describe, expect, test } from 'vitest'
import { sharedTestApp } from '../../test/app-under-test'
import { givenMember } from '../../test/given-member'
import { givenProject } from '../../test/given-project'
import { givenUser } from '../../test/given-user'
import { findProject } from '../projects/permitted-project.record'
import { ProjectModel } from '../projects/project.record'
import { UserModel } from '../accounts/user.record'
import type { Actor } from './actor'
import { permit } from './permit'
import { viewersOf } from './rights'

const app = sharedTestApp()

const [past, future] = [new Date(Date.now() - 60_000), new Date(Date.now() + 60_000)]
const states: Record<string, object> = {
  open: {},
  closed: { 'link.closedAt': past },
  'past its end': { 'link.endsAt': past },
  'before its end': { 'link.endsAt': future },
  'ended to looking': { 'link.viewOnlyAt': past },
  'with a password': { 'link.passwordHash': 'x', 'link.lock': 'y' },
  deleted: { deletedAt: past },
  'given a new link': {},
}

async function actorOf(user: { email: string } | null): Promise<Actor> {
  const guest: Actor = { user: null, token: 'none', guestHash: null, lock: null, network: '192.0.2.0/24' }
  if (!user) return guest
  const { _id, publicId, name } = await UserModel.findOne({ email: user.email }).orFail()
  return {
    ...guest,
    token: 'valid',
    user: { id: _id, publicId, name, tokenVersion: 0, login: 'x', since: 0, apiToken: null },
  }
}

describe.each(['view', 'comment', 'manage'] as const)('by a link for %s', (permission) => {
  test.each(Object.keys(states))('the check of open pages agrees with the database: %s', async (state) => {
    const { _id, owner } = await givenProject(app.api, { linkPermission: permission })
    const member = await givenMember(app.api, { _id, owner })
    await ProjectModel.updateOne({ publicId: _id }, states[state] ?? {})
    if (state === 'given a new link') await app.api.post(`/projects/${_id}/link`).set(owner.auth).expect(200)
    const project = await ProjectModel.findOne({ publicId: _id }).lean().orFail()
    const mayView = viewersOf(project)
    const accounts = [owner, member, await givenUser(app.api), null]
    const actors = await Promise.all(accounts.map(actorOf))
    const unlocked: Actor = { ...(await actorOf(null)), lock: 'y' }

    const answers = []
    for (const [index, actor] of [...actors, unlocked].entries()) {
      for (const id of [_id, project.linkId, 'x'.repeat(22)]) {
        const isFound = (await findProject(permit(actor, id, 'view'))) !== null
        expect([index, id, mayView(actor, id)]).toEqual([index, id, isFound])
        answers.push(isFound)
      }
    }
    expect(new Set(answers).size).toBe(state === 'deleted' ? 1 : 2)
  })
})
