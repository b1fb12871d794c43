/** `permit` without a database: every action, by every link and scope, in every state. The expected values are written by
 *  hand. That the database understands the filter alike is shown by `viewers.test.ts`. */
import { Types } from 'mongoose'
import sift from 'sift'
import { describe, expect, test } from 'vitest'
import type { Action } from '@pinmark/shared/api/endpoint'
import { limits } from '@pinmark/shared/limits'
import { accountActor, memberRecord, projectRecord, stranger } from '../../test/given-record'
import type { ProjectRecord } from '../projects/project.record'
import type { Actor } from './actor'
import { permit } from './permit'

const links = ['view', 'comment', 'manage'] as const
const scopes = ['read', 'comment', 'manage'] as const
const [past, future] = [new Date(Date.now() - 60_000), new Date(Date.now() + 60_000)]

const may = (actor: Actor, action: Action, project: ProjectRecord, address = project.linkId) =>
  sift(permit(actor, address, action))(project)
const ownerOf = ({ owner }: ProjectRecord) => accountActor(owner)
const member = new Types.ObjectId()
const anotherAccount = () => accountActor(new Types.ObjectId())

/** The links and the scopes of an API token that allow an action. */
const table: Record<Action, { by: readonly string[]; scopes: readonly string[] }> = {
  unlock: { by: links, scopes },
  view: { by: links, scopes },
  comment: { by: ['comment', 'manage'], scopes: ['comment', 'manage'] },
  edit: { by: ['comment', 'manage'], scopes: ['comment', 'manage'] },
  deleteOwn: { by: ['comment', 'manage'], scopes: ['comment', 'manage'] },
  resolveOwn: { by: ['comment', 'manage'], scopes: ['comment', 'manage'] },
  resolveAny: { by: ['manage'], scopes: ['comment', 'manage'] },
  rename: { by: ['manage'], scopes: ['manage'] },
  delete: { by: ['manage'], scopes: ['manage'] },
  manage: { by: [], scopes: ['manage'] },
  restore: { by: [], scopes: ['manage'] },
  own: { by: [], scopes: ['manage'] },
}
const isAction = (text: string): text is Action => text in table
const actions = Object.keys(table).filter(isAction)
const byLink = actions.filter((action) => table[action].by.length > 0)

describe.each(actions)('%s', (action) => {
  test.each(links)('by a link for %s', (permission) => {
    const project = projectRecord({ link: { permission } })
    const expected = table[action].by.includes(permission)
    expect(may(stranger, action, project)).toBe(expected)
    expect(may(anotherAccount(), action, project)).toBe(expected)
    expect(may(ownerOf(project), action, project)).toBe(true)
    const shared = projectRecord({ link: { permission }, members: [memberRecord(member)] })
    expect(may(accountActor(member), action, shared)).toBe(action !== 'own')
  })

  test.each(scopes)('by an API token for %s', (scope) => {
    const project = projectRecord()
    const isInScope = table[action].scopes.includes(scope)
    expect(may(accountActor(project.owner, scope), action, project)).toBe(isInScope)
    expect(may(accountActor(new Types.ObjectId(), scope), action, project)).toBe(
      isInScope && table[action].by.length > 0,
    )
  })

  test('at which address', () => {
    const project = projectRecord({ addresses: ['permanent', 'old', 'link'], linkId: 'link' })
    const opening = (actor: Actor) =>
      ['permanent', 'old', 'link', 'other'].filter((address) => may(actor, action, project, address))
    expect(opening(stranger)).toEqual(byLink.includes(action) ? ['link'] : [])
    expect(opening(ownerOf(project))).toEqual(['permanent', 'old', 'link'])
  })
})

const writing: Action[] = ['comment', 'edit']
const looking: Action[] = ['unlock', 'view']
const except = (left: Action[]) => byLink.filter((action) => !left.includes(action))

test.each<[string, Parameters<typeof projectRecord>[0], Action[]]>([
  ['open', {}, byLink],
  ['closed', { link: { closedAt: past } }, []],
  ['past its end', { link: { endsAt: past } }, []],
  ['before its end', { link: { endsAt: future } }, byLink],
  ['ended to looking', { link: { viewOnlyAt: past } }, looking],
  ['not yet ended to looking', { link: { viewOnlyAt: future } }, byLink],
  ['with a password', { link: { passwordHash: 'x', lock: 'y' } }, ['unlock']],
  ['with a password but without a lock', { link: { passwordHash: 'x' } }, ['unlock']],
  ['after its round', { round: { closedAt: past } }, except(writing)],
])('a link for managing that is %s', (_state, changes, expected) => {
  const project = projectRecord(changes)
  expect(byLink.filter((action) => may(stranger, action, project))).toEqual(expected)
  expect(actions.filter((action) => may(ownerOf(project), action, project))).toEqual(actions)
  const shared = { ...project, members: [memberRecord(new Types.ObjectId()), memberRecord(member)] }
  const ofMembers = actions.filter((action) => action !== 'own')
  expect(actions.filter((action) => may(accountActor(member), action, shared))).toEqual(ofMembers)
})

test.each([
  ['y', byLink],
  ['z', ['unlock']],
])('a password that was shown as %j', (lock, expected) => {
  const project = projectRecord({ link: { passwordHash: 'x', lock: 'y' } })
  expect(byLink.filter((action) => may({ ...stranger, lock }, action, project))).toEqual(expected)
})

test('the lock token of a visitor does not close a link without a password', () => {
  expect(may({ ...stranger, lock: 'z' }, 'view', projectRecord())).toBe(true)
})

const dayMs = 24 * 60 * 60_000
test.each([
  ['just deleted', past, ['restore']],
  ['deleted almost too long ago', new Date(Date.now() - limits.trashDays * dayMs + 60_000), ['restore']],
  ['deleted too long ago', new Date(Date.now() - limits.trashDays * dayMs - 60_000), []],
])('a project that was %s', (_when, deletedAt, expected) => {
  const project = projectRecord({ deletedAt })
  expect(actions.filter((action) => may(ownerOf(project), action, project))).toEqual(expected)
  expect(actions.filter((action) => may(stranger, action, project))).toEqual([])
})

test('additional conditions apply to everyone but the owner', () => {
  const project = projectRecord({ name: 'Landing page' })
  const mayOnly = (actor: Actor, name: string) =>
    sift(permit(actor, project.linkId, 'comment', { name }))(project)
  expect(mayOnly(stranger, 'Landing page')).toBe(true)
  expect(mayOnly(stranger, 'Another page')).toBe(false)
  expect(mayOnly(ownerOf(project), 'Another page')).toBe(true)
})
