import { afterEach, expect, test, vi } from 'vitest'
import { isOnlyInMemory, readStored, storedKeys, subscribeStored, writeStored } from './storage'

afterEach(() => writeStored('key', null))

test('a written value is in local storage, until it is removed', () => {
  writeStored('key', 'value')
  expect(localStorage.getItem('key')).toBe('value')
  expect(readStored('key')).toBe('value')
  writeStored('key', null)
  expect(localStorage.getItem('key')).toBeNull()
})

test('a value of another tab is read at once', () => {
  writeStored('key', 'mine')
  localStorage.setItem('key', 'theirs')
  expect(readStored('key')).toBe('theirs')
})

test('the keys with a prefix follow every tab, and are listed again only after one is added or removed', () => {
  const stop = subscribeStored(() => undefined)
  const list = vi.spyOn(Object, 'keys')
  expect(storedKeys('draft.')).toEqual([])
  writeStored('draft.1', 'H')
  expect(storedKeys('draft.')).toEqual(['draft.1'])
  const listed = list.mock.calls.length
  writeStored('draft.1', 'He')
  expect(storedKeys('draft.')).toEqual(['draft.1'])
  expect(list).toHaveBeenCalledTimes(listed)

  localStorage.setItem('draft.2', 'of another tab')
  window.dispatchEvent(new StorageEvent('storage', { key: 'draft.2' }))
  expect(storedKeys('draft.')).toEqual(['draft.1', 'draft.2'])
  // Written while the browser kept this page for Back.
  localStorage.setItem('draft.3', 'of another tab')
  window.dispatchEvent(new Event('pageshow'))
  expect(storedKeys('draft.')).toEqual(['draft.1', 'draft.2', 'draft.3'])
  for (const key of ['draft.1', 'draft.2', 'draft.3']) writeStored(key, null)
  expect(storedKeys('draft.')).toEqual([])
  stop()
})

test('a full storage keeps the value in memory, until another tab writes one', () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  const stop = subscribeStored(() => undefined)
  writeStored('key', 'kept')
  expect(readStored('key')).toBe('kept')

  window.dispatchEvent(new StorageEvent('storage', { key: 'key' }))
  expect(readStored('key')).toBeNull()
  stop()
})

test('a value is only in memory until the storage takes it, or it is removed', () => {
  const setItem = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  writeStored('key', 'kept')
  expect(isOnlyInMemory('k')).toBe(true)
  expect(isOnlyInMemory('y')).toBe(false)
  setItem.mockRestore()
  writeStored('key', 'stored')
  expect(isOnlyInMemory('k')).toBe(false)

  vi.spyOn(Storage.prototype, 'removeItem').mockImplementation(() => {
    throw new DOMException('denied', 'SecurityError')
  })
  writeStored('key', null)
  expect(isOnlyInMemory('k')).toBe(false)
})

test('a forbidden storage breaks neither reading nor writing', () => {
  for (const method of ['getItem', 'setItem', 'removeItem'] as const) {
    vi.spyOn(Storage.prototype, method).mockImplementation(() => {
      throw new DOMException('denied', 'SecurityError')
    })
  }
  expect(readStored('key')).toBeNull()
  writeStored('key', 'kept')
  expect(readStored('key')).toBe('kept')
  writeStored('key', null)
  expect(readStored('key')).toBeNull()
})

test('listeners are called for writes here and in other tabs, until they stop', () => {
  const listener = vi.fn<() => void>()
  const stop = subscribeStored(listener)
  writeStored('key', '1')
  window.dispatchEvent(new StorageEvent('storage', { key: 'key' }))
  expect(listener).toHaveBeenCalledTimes(2)
  stop()
  writeStored('key', '2')
  window.dispatchEvent(new StorageEvent('storage', { key: 'key' }))
  expect(listener).toHaveBeenCalledTimes(2)
})
