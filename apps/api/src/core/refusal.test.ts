import { Types } from 'mongoose'
import { expect, test } from 'vitest'
import type { Action } from '@pinmark/shared/api/endpoint'
import { accountActor, projectRecord, stranger } from '../../test/given-record'
import { newPublicId } from '../base/ids'
import { ProjectModel } from '../projects/project.record'
import type { Actor } from './actor'
import { isKnownAddress, refusal, requireProject } from './refusal'

type Changes = NonNullable<Parameters<typeof projectRecord>[0]>
async function given(changes: Changes = {}) {
  const project = projectRecord(changes)
  await ProjectModel.create(project)
  return project
}

const past = new Date(Date.now() - 60_000)
const future = new Date(Date.now() + 3_600_000)
const account = accountActor(new Types.ObjectId())
const ownerId = new Types.ObjectId()
const owner = accountActor(ownerId)
const endedLogin: Actor = { ...stranger, token: 'bad' }
const view = { link: { permission: 'view' } } as const
const comment = { link: { permission: 'comment' } } as const
const locked = { link: { passwordHash: 'x', lock: 'y' } }

test.each<[string, Changes, Actor, Action, string]>([
  ['closed', { link: { closedAt: past } }, stranger, 'view', 'project_not_found'],
  ['closed, with an end', { link: { closedAt: past, endsAt: past } }, stranger, 'view', 'project_not_found'],
  ['deleted', { deletedAt: past }, stranger, 'view', 'project_not_found'],
  ['past its end', { link: { endsAt: past } }, stranger, 'view', 'link_ended'],
  [
    'past its end, with a password',
    { link: { endsAt: past, passwordHash: 'x' } },
    stranger,
    'view',
    'link_ended',
  ],
  ['behind a password', locked, stranger, 'view', 'link_locked'],
  ['behind a password', locked, stranger, 'manage', 'link_locked'],
  [
    'behind a password, with an end',
    { link: { ...locked.link, endsAt: future } },
    stranger,
    'view',
    'link_locked',
  ],
  ['behind a password that changed', locked, { ...stranger, lock: 'z' }, 'comment', 'link_locked'],
  [
    'open',
    {},
    accountActor(account.user?.id ?? new Types.ObjectId(), 'read'),
    'comment',
    'token_scope_too_small',
  ],
  ['view only', view, endedLogin, 'comment', 'session_ended'],
  ['view only', view, endedLogin, 'rename', 'session_ended'],
  ['view only', view, stranger, 'rename', 'sign_in_required'],
  ['for commenting', comment, stranger, 'delete', 'sign_in_required'],
  ['for commenting', comment, account, 'rename', 'not_allowed'],
  ['for commenting', comment, account, 'delete', 'not_allowed'],
  ['open', {}, stranger, 'manage', 'not_allowed'],
  ['open', {}, account, 'restore', 'not_allowed'],
  ['view only', view, stranger, 'comment', 'view_only'],
  ['view only', view, account, 'resolveOwn', 'view_only'],
  ['view only since its end', { link: { viewOnlyAt: past } }, stranger, 'comment', 'view_only'],
  ['after its round', { round: { closedAt: past } }, stranger, 'comment', 'round_closed'],
  ['after its round', { round: { closedAt: past } }, stranger, 'edit', 'round_closed'],
  ['for commenting', comment, stranger, 'resolveAny', 'not_yours'],
])('why a project that is %s is refused: %#', async (_state, changes, actor, action, code) => {
  const { linkId } = await given(changes)
  expect((await refusal(actor, linkId, action)).code).toBe(code)
})

test.each<[Changes, Actor, Action]>([
  [{}, owner, 'delete'],
  [{}, owner, 'manage'],
  [{}, owner, 'restore'],
  [{ link: { closedAt: past } }, owner, 'comment'],
  [{ link: { permission: 'manage' } }, account, 'rename'],
  [comment, stranger, 'view'],
  [comment, stranger, 'comment'],
  [{ round: { closedAt: past } }, stranger, 'deleteOwn'],
  [{ round: { closedAt: past } }, stranger, 'resolveOwn'],
])(
  'a call that is allowed since its project was restored or opened can be repeated: %#',
  async (changes, actor, action) => {
    const { linkId } = await given({ ...changes, owner: ownerId })
    expect(await refusal(actor, linkId, action)).toMatchObject({ code: 'server_busy', retryAfterSeconds: 1 })
  },
)

test('an unknown address is not found', async () => {
  expect((await refusal(account, newPublicId(), 'view')).code).toBe('project_not_found')
})

test('the reason says when a link ended, which scope is missing and which round is next', async () => {
  const ended = await given({ link: { endsAt: past } })
  expect(await refusal(stranger, ended.linkId, 'view')).toMatchObject({ endedAt: past.toISOString() })
  const open = await given()
  expect((await refusal(accountActor(open.owner, 'read'), open.publicId, 'rename')).message).toContain(
    'manage',
  )
  const round = await given({ round: { number: 3, closedAt: past } })
  expect((await refusal(stranger, round.linkId, 'comment')).message).toMatch(/3 is closed.* round 4/)
})

test('only those who can restore a project learn when it was deleted', async () => {
  const { _id, publicId } = await given({ deletedAt: past, owner: ownerId })
  const refused = async (actor: Actor) => (await refusal(actor, publicId, 'view')).endedAt
  expect(await refused(owner)).toBe(past.toISOString())
  expect([await refused(account), await refused(stranger)]).toEqual([undefined, undefined])
  await ProjectModel.updateOne({ _id }, { deletedAt: null, 'link.closedAt': past })
  expect(await refused(account)).toBeUndefined()
})

test('a project is read in full or in part by those with the permission, and refused to others with the reason', async () => {
  const { _id, name, linkId } = await given(view)
  expect(await requireProject(stranger, linkId, 'view')).toMatchObject({ _id, name, linkId })
  expect(await requireProject(stranger, linkId, 'view', { name: 1 })).toEqual({ _id, name })
  await expect(requireProject(stranger, linkId, 'comment')).rejects.toThrow(
    expect.objectContaining({ code: 'view_only' }),
  )
})

test('a found address stays known, even after its project is removed', async () => {
  const { _id, publicId, linkId } = await given({ link: { closedAt: past } })
  expect(await isKnownAddress(publicId)).toBe(true)
  await ProjectModel.deleteOne({ _id })
  expect(await isKnownAddress(publicId)).toBe(true)
  expect(await isKnownAddress(linkId)).toBe(false)
})

test('an invalid address is not looked up', async () => {
  await given({ addresses: ['short'] })
  expect(await isKnownAddress('short')).toBe(false)
  expect(await isKnownAddress(newPublicId())).toBe(false)
})
