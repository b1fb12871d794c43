import '@testing-library/jest-dom/vitest'
import { cleanup } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest'
import { server } from './server'

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
afterAll(() => server.close())

const errors: unknown[][] = []

beforeEach(() => {
  localStorage.clear()
  errors.length = 0
  vi.spyOn(console, 'error').mockImplementation((...args) => errors.push(args))
})

afterEach(() => {
  cleanup()
  server.resetHandlers()
  expect(errors, 'console errors').toEqual([])
})

/** What a browser has and jsdom has not. */
class NoResizeObserver implements ResizeObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}
globalThis.ResizeObserver ??= NoResizeObserver
window.matchMedia ??= (media) =>
  Object.assign(new EventTarget(), {
    matches: false,
    media,
    onchange: null,
    addListener: () => {},
    removeListener: () => {},
  })
