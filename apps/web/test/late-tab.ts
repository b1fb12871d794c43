import { vi } from 'vitest'

/** Another tab writes, and this one learns of it only when the function that it returns is called. */
export function writeInAnotherTab(write: () => void): () => void {
  const known = { ...localStorage }
  write()
  const get = vi.spyOn(Storage.prototype, 'getItem')
  get.mockImplementation((key) => known[key] ?? localStorage[key] ?? null)
  return () => get.mockRestore()
}
