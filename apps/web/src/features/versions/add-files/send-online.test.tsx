import { AppError } from '@pinmark/shared/page-errors'
import { expect, onTestFinished, test, vi } from 'vitest'
import { NetworkError } from '../../../lib/answer'
import { UploadCancelled } from '../../../lib/upload'
import { sendOnline } from './file-upload'

/** A browser that calls itself offline. */
function givenOffline() {
  vi.useFakeTimers()
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  onTestFinished(() => {
    vi.useRealTimers()
    online.mockRestore()
  })
  const controller = new AbortController()
  const onOffline = vi.fn<() => void>()
  /** The first try fails. */
  const task = vi
    .fn<() => Promise<string>>()
    .mockRejectedValueOnce(new TypeError('failed'))
    .mockResolvedValue('sent')
  return { controller, task, options: { signal: controller.signal, onOffline } }
}

test('an upload is tried again after a while, though the browser still calls itself offline', async () => {
  const { task, options } = givenOffline()
  const sent = sendOnline(task, options)
  await vi.advanceTimersByTimeAsync(19_000)
  expect(task).toHaveBeenCalledOnce()
  await vi.advanceTimersByTimeAsync(1_000)

  expect(await sent).toBe('sent')
  expect(options.onOffline).toHaveBeenCalledOnce()
})

test('an upload is tried again at once when the network returns', async () => {
  const { task, options } = givenOffline()
  const sent = sendOnline(task, options)
  await vi.advanceTimersByTimeAsync(1_000)
  window.dispatchEvent(new Event('online'))

  expect(await sent).toBe('sent')
})

test('an upload that is cancelled while the browser is offline is not sent', async () => {
  const { controller, options } = givenOffline()
  const task = vi.fn<() => Promise<string>>().mockRejectedValue(new TypeError('failed'))

  const refused = sendOnline(task, options).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(1_000)
  controller.abort()

  expect(await refused).toBeInstanceOf(UploadCancelled)
  expect(task).toHaveBeenCalledOnce()
})

/** What an upload throws when the server asks for patience. */
const busy = () => new NetworkError(new AppError('server_busy', { retryAfterSeconds: 5 }))

test('an upload that a busy server turns away is sent again after the time that the server asks for', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const task = vi.fn<() => Promise<string>>().mockRejectedValueOnce(busy()).mockResolvedValue('sent')
  const onOffline = vi.fn<() => void>()

  const sent = sendOnline(task, { signal: new AbortController().signal, onOffline })
  await vi.advanceTimersByTimeAsync(4_900)
  expect(task).toHaveBeenCalledOnce()
  await vi.advanceTimersByTimeAsync(100)

  expect(await sent).toBe('sent')
  expect(onOffline).not.toHaveBeenCalled()
})

test('an upload fails when the server stays busy', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const task = vi.fn<() => Promise<string>>().mockImplementation(() => Promise.reject(busy()))
  const options = { signal: new AbortController().signal, onOffline: () => {} }

  const failed = sendOnline(task, options).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(60_000)

  expect(await failed).toBeInstanceOf(NetworkError)
  expect(task).toHaveBeenCalledTimes(7)
})
