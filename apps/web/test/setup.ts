import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest'
import { withholdInputMethodKeys } from '../src/lib/input-method'
import { closeToast, readToasts } from '../src/ui/toast'
import { server } from './server'
import './words'

// Pages are loaded when they are opened, which takes time on a busy machine.
configure({ asyncUtilTimeout: 10_000 })

/** Features that jsdom lacks, and the common setup of all page tests. */

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
afterAll(() => {
  server.close()
  // The test files share a document, and each loads the modules of the app again, as a new page does.
  vi.resetModules()
})

// As `main.tsx` does.
withholdInputMethodKeys()

const complaints: unknown[][] = []

beforeEach(() => {
  complaints.length = 0
  vi.spyOn(console, 'error').mockImplementation((...words: unknown[]) => void complaints.push(words))
})

afterEach(() => {
  cleanup()
  // Notes outlive the page. One that takes the focus would take it in the next test.
  for (const { id } of readToasts()) closeToast(id)
  server.resetHandlers()
  localStorage.clear()
  sessionStorage.clear()
  document.body.replaceChildren()
  const found = complaints.map((words) => words.map(String).join(' '))
  complaints.length = 0
  expect(found, 'errors in the console').toEqual([])
})

window.scrollTo = () => undefined
Element.prototype.scrollIntoView ??= () => undefined
Element.prototype.scrollTo ??= () => undefined
Element.prototype.scrollBy ??= () => undefined
Element.prototype.setPointerCapture ??= () => undefined
URL.createObjectURL ??= () => 'blob:pinmark/preview'
URL.revokeObjectURL ??= () => undefined

// The stubbed network reads files as streams.
Blob.prototype.stream ??= function stream(this: Blob) {
  return new ReadableStream({
    start: async (controller) => {
      controller.enqueue(new Uint8Array(await this.arrayBuffer()))
      controller.close()
    },
  })
}

/** Nothing is fetched ahead: it could arrive after the end of the test. */
window.requestIdleCallback ??= () => 0

/** A wide screen with a mouse, unless a test stubs it. */
window.matchMedia ??= (query: string) => ({
  matches: false,
  media: query,
  onchange: null,
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
  addListener: () => undefined,
  removeListener: () => undefined,
  dispatchEvent: () => false,
})

class QuietObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
  takeRecords() {
    return []
  }
}
globalThis.ResizeObserver ??= QuietObserver
Object.assign(globalThis, { IntersectionObserver: globalThis.IntersectionObserver ?? QuietObserver })
