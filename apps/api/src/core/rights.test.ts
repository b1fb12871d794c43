import { Types } from 'mongoose'
import { expect, test } from 'vitest'
import type { LinkPermission } from '@pinmark/shared/entities/primitives'
import { accountActor, memberRecord, projectRecord, stranger } from '../../test/given-record'
import { newPublicId } from '../base/ids'
import type { Actor } from './actor'
import { commentRights, isMine, projectRights, viewersOf } from './rights'

const past = new Date(Date.now() - 60_000)
const project = projectRecord({ link: { permission: 'comment' } })
const owner = accountActor(project.owner)
const ben = accountActor(new Types.ObjectId())
const guest: Actor = { ...stranger, guestHash: 'secret of Ana' }

const allowed = (can: object) =>
  Object.entries(can)
    .filter(([, is]) => is)
    .map(([what]) => what)
const ofMembers = ['comment', 'rename', 'delete', 'resolve', 'manage']
const everything = [...ofMembers, 'own']

test.each<[string, LinkPermission, ProjectChanges, string[]]>([
  ['for looking', 'view', {}, []],
  ['for commenting', 'comment', {}, ['comment']],
  ['for managing', 'manage', {}, ['comment', 'rename', 'delete', 'resolve']],
  ['for managing, ended to looking', 'manage', { link: { viewOnlyAt: past } }, []],
  ['for managing, after its round', 'manage', { round: { closedAt: past } }, ['rename', 'delete', 'resolve']],
])('what a link %s allows', (_link, permission, { link, round }, expected) => {
  const shared = projectRecord({ link: { permission, ...link }, ...(round && { round }) })
  expect(allowed(projectRights(stranger, shared))).toEqual(expected)
  expect(allowed(projectRights(ben, shared))).toEqual(expected)
  expect(allowed(projectRights(accountActor(shared.owner), shared))).toEqual(everything)
  const members = [memberRecord(ben.user?.id ?? shared.owner)]
  expect(allowed(projectRights(ben, { ...shared, members }))).toEqual(ofMembers)
})

type ProjectChanges = NonNullable<Parameters<typeof projectRecord>[0]>

test.each([
  ['read', []],
  ['comment', ['comment', 'resolve']],
  ['manage', everything],
] as const)('an API token of the owner for %s may do %j', (scope, expected) => {
  expect(allowed(projectRights(accountActor(project.owner, scope), project))).toEqual(expected)
})

const byGuest = { user: null, guest: 'secret of Ana' }
const byAccount = { user: ben.user?.id ?? null, guest: null }

test.each([
  ['the guest who wrote it', guest, byGuest, true],
  ['another guest', { ...guest, guestHash: 'secret of Priya' }, byGuest, false],
  ['a visitor without a secret', stranger, byGuest, false],
  ['a visitor without a secret, of words without an author', stranger, { user: null, guest: null }, false],
  ['the account that wrote it', ben, byAccount, true],
  ['another account', owner, byAccount, false],
  ['the author’s browser after a logout', { ...guest, user: null }, byAccount, false],
  ['a login in the browser of the guest', { ...ben, guestHash: 'secret of Ana' }, byGuest, true],
])('a message is mine for %s: %#', (_who, actor, author, expected) => {
  expect(isMine(actor, { author })).toBe(expected)
})

const thread = { author: byGuest, deletedAt: null, parent: null }
const reply = { ...thread, parent: newPublicId() }

test.each<[string, LinkPermission, Actor, Parameters<ReturnType<typeof commentRights>>[0], string[]]>([
  ['its author', 'comment', guest, thread, ['edit', 'delete', 'resolve']],
  ['its author by a link to look', 'view', guest, thread, []],
  ['the author of a reply', 'comment', guest, reply, ['edit', 'delete']],
  ['another visitor', 'comment', stranger, thread, []],
  ['another visitor who may manage', 'manage', stranger, thread, ['resolve']],
  ['another visitor who may manage, of a reply', 'manage', stranger, reply, []],
  ['the owner of the project', 'view', owner, thread, ['delete', 'resolve']],
  ['the owner of the project, of a reply', 'view', owner, reply, ['delete']],
  ['the author of deleted words', 'comment', guest, { ...thread, deletedAt: past }, []],
  ['the owner of the project, of deleted words', 'view', owner, { ...thread, deletedAt: past }, []],
])('what %s may do, by a link for %s', (_who, permission, actor, comment, expected) => {
  const shared = projectRecord({ owner: project.owner, link: { permission } })
  const { can, mine } = commentRights(actor, shared)(comment)
  expect(allowed(can)).toEqual(expected)
  expect(mine).toBe(actor === guest)
})

test('agreements list others by name, and the visitor’s own only as `mine`', () => {
  const at = past
  const agrees = [
    { ...byGuest, name: 'Ana', at },
    { ...byAccount, name: 'Ben', at },
  ]
  const seenBy = (actor: Actor, changes = {}) =>
    commentRights(actor, project)({ ...thread, agrees, ...changes }).agrees
  expect(seenBy(guest)).toEqual({ mine: true, names: ['Ben'] })
  expect(seenBy(ben)).toEqual({ mine: true, names: ['Ana'] })
  expect(seenBy(owner)).toEqual({ mine: false, names: ['Ana', 'Ben'] })
  expect(seenBy(owner, { agrees: [] })).toBeUndefined()
  expect(seenBy(owner, { deletedAt: past })).toBeUndefined()
  expect(commentRights(owner, project)(thread)).not.toHaveProperty('agrees')
})

test('the right to keep a page open is found for each visitor and address, also repeatedly', () => {
  const locked = projectRecord({ link: { passwordHash: 'x', lock: 'y' } })
  const mayView = viewersOf(locked)
  const unlocked = { ...stranger, lock: 'y' }
  for (let round = 0; round < 2; round += 1) {
    expect(mayView(stranger, locked.linkId)).toBe(false)
    expect(mayView(unlocked, locked.linkId)).toBe(true)
    expect(mayView(unlocked, locked.publicId)).toBe(false)
    expect(mayView(accountActor(locked.owner), locked.publicId)).toBe(true)
    expect(mayView(ben, locked.publicId)).toBe(false)
  }
})
