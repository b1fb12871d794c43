import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { guestSecretHeader } from '@pinmark/shared/paths'
import { identityHeaders } from './identity'
import {
  endSession,
  nameOfGuest,
  readSession,
  rememberCommenter,
  startSession,
  updateSessionUser,
  useSession,
} from './session'

const session = {
  token: 'token-1',
  user: { _id: 'AAAAAAAAAAAAAAAAAAAAAA', name: 'Mara', email: 'mara@studio.test' },
}

test('a session requires token and account', () => {
  expect(readSession()).toBeNull()
  startSession(session)
  expect(readSession()).toEqual(session)
  localStorage.removeItem('pinmark.user')
  expect(readSession()).toBeNull()
})

test.each(['', '{', 'null', '{"_id":1}', '[]'])('an account stored as %j is invalid', (stored) => {
  startSession(session)
  localStorage.setItem('pinmark.user', stored)
  expect(readSession()).toBeNull()
})

test('a component that shows the session updates when it starts, changes in another tab, and ends', () => {
  const { result } = renderHook(() => useSession())
  expect(result.current).toBeNull()
  act(() => startSession(session))
  expect(result.current?.user.name).toBe('Mara')

  localStorage.setItem('pinmark.token', 'token-2')
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'pinmark.token' })))
  expect(result.current?.token).toBe('token-2')

  act(() => endSession('logout'))
  expect(result.current).toBeNull()
})

test('each account and the visitor without one have their own name for comments', () => {
  rememberCommenter('Priya')
  startSession(session)
  expect(nameOfGuest()).toBe('Mara')
  rememberCommenter('Mara H.')
  expect(nameOfGuest()).toBe('Mara H.')

  startSession({ token: 'token-2', user: { ...session.user, _id: 'BBBBBBBBBBBBBBBBBBBBBA', name: 'Tom' } })
  expect(nameOfGuest()).toBe('Tom')
  endSession('logout')
  expect(nameOfGuest()).toBe('Priya')
  startSession(session)
  expect(nameOfGuest()).toBe('Mara H.')
})

test('the name of the account follows a rename, also after it was sent', () => {
  startSession(session)
  rememberCommenter('Mara')
  updateSessionUser({ ...session.user, name: 'Mara Hald' })
  expect(nameOfGuest()).toBe('Mara Hald')
})

test('the guest secret is created once, and again if the stored value is invalid', () => {
  const secretOf = () => identityHeaders()[guestSecretHeader]
  const secret = secretOf()
  expect(secret).toMatch(/^[\w-]{22}$/)
  expect(secretOf()).toBe(secret)
  localStorage.setItem('pinmark.guest', 'short')
  expect(secretOf()).toMatch(/^[\w-]{22}$/)
})
