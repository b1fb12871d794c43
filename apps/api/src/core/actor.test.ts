import { Types } from 'mongoose'
import { expect, test } from 'vitest'
import type { Endpoint } from '@pinmark/shared/api/endpoint'
import { accountActor, stranger } from '../../test/given-record'
import { lineOfAccount } from '../base/fair-slots'
import { authorOf, isStranger, permitKey, requireUser, waiterFor, type Actor } from './actor'
import { checkScope } from './permit'

const id = new Types.ObjectId()
const account = accountActor(id)
const guest: Actor = { ...stranger, guestHash: 'secret' }

test('a stranger sends no account, no secret and no lock', () => {
  expect(isStranger(stranger)).toBe(true)
  for (const actor of [account, guest, { ...stranger, lock: 'y' }]) expect(isStranger(actor)).toBe(false)
})

test('a comment belongs to the account, or without one to the browser', () => {
  expect(authorOf({ ...account, guestHash: 'secret' })).toEqual({ user: id, guest: null })
  expect(authorOf(guest)).toEqual({ user: null, guest: 'secret' })
})

test('requests share an answer only if everyone gets the same one', () => {
  const alike = [stranger, guest, { ...stranger, network: 'other' }].map(permitKey)
  const apart = [
    stranger,
    { ...stranger, lock: 'y' },
    { ...stranger, lock: 'z' },
    account,
    accountActor(new Types.ObjectId()),
    accountActor(id, 'read'),
    accountActor(id, 'manage'),
  ].map(permitKey)
  expect(new Set(alike).size).toBe(1)
  expect(new Set(apart).size).toBe(apart.length)
})

test('visitors without an account share the queue of their network', () => {
  const { network } = stranger
  expect(waiterFor(account)).toEqual({ account: lineOfAccount(id), network })
  expect(waiterFor(guest)).toEqual(waiterFor(stranger))
  expect(waiterFor(guest).account).not.toBe(waiterFor({ ...guest, network: 'other' }).account)
})

test('a request without an account is asked to log in, and one with an ended login is told that it has ended', () => {
  expect(requireUser(account)).toBe(account.user)
  expect(() => requireUser(stranger)).toThrow(expect.objectContaining({ code: 'sign_in_required' }))
  expect(() => requireUser({ ...stranger, token: 'bad' })).toThrow(
    expect.objectContaining({ code: 'session_ended' }),
  )
})

const endpoint = (given: Partial<Endpoint>): Endpoint => ({
  ...{ method: 'POST', path: '/projects', access: 'account', answers: {} },
  ...given,
})

function thrownBy(check: () => void): unknown {
  try {
    check()
    return null
  } catch (error) {
    return error
  }
}

test.each<[string, Endpoint, string[]]>([
  ['reading', endpoint({ method: 'GET' }), ['read', 'comment', 'manage']],
  ['commenting', endpoint({ action: 'comment' }), ['comment', 'manage']],
  ['changing', endpoint({}), ['manage']],
])('the scope of an API token allows %s', (_what, call, scopes) => {
  const tooSmall = expect.objectContaining({
    code: 'token_scope_too_small',
    message: expect.stringContaining(`needs the scope ${scopes[0]}.`),
  })
  for (const scope of ['read', 'comment', 'manage'] as const) {
    const expected = scopes.includes(scope) ? null : tooSmall
    expect(thrownBy(() => checkScope(accountActor(id, scope), call))).toEqual(expected)
  }
  for (const actor of [account, stranger]) expect(() => checkScope(actor, call)).not.toThrow()
})

test('an action that needs a login refuses API tokens', () => {
  const call = endpoint({ scope: 'login' })
  expect(() => checkScope(accountActor(id, 'manage'), call)).toThrow(
    expect.objectContaining({ code: 'login_needed' }),
  )
  expect(() => checkScope(account, call)).not.toThrow()
})
