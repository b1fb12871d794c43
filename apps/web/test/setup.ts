import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest'
import { closeToast, readToasts } from '../src/ui/toast'
import { server } from './server'

// Pages are fetched when they are opened, which takes its time on a busy machine.
configure({ asyncUtilTimeout: 10_000 })

/** What jsdom leaves out of a browser, and what every test of a page may rely on. */

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
afterAll(() => {
  server.close()
  // The files share a document, and each loads the modules of the app for itself, as a new page does.
  vi.resetModules()
})

const complaints: unknown[][] = []

beforeEach(() => {
  complaints.length = 0
  vi.spyOn(console, 'error').mockImplementation((...words: unknown[]) => void complaints.push(words))
})

afterEach(() => {
  cleanup()
  // Notes outlive the page, and one that asks for the focus would take it in the next test.
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

// The stubbed network reads a file that arrives as a stream.
Blob.prototype.stream ??= function stream(this: Blob) {
  return new ReadableStream({
    start: async (controller) => {
      controller.enqueue(new Uint8Array(await this.arrayBuffer()))
      controller.close()
    },
  })
}

/** Wide and with a mouse, unless a test says otherwise. */
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
