import { render, screen, waitFor } from '@testing-library/react'
import { Suspense } from 'react'
import { expect, test, vi } from 'vitest'
import { ChunkErrorBoundary, LazyBoundary, lazyComponent, prefetchedComponent } from './lazy'
import { readToasts } from './toast'

const Part = () => <p>The part</p>

test('a browser without idle callbacks, such as Safari, fetches ahead as well', async () => {
  vi.stubGlobal('requestIdleCallback', undefined)
  const load = vi.fn<() => Promise<typeof Part>>().mockResolvedValue(Part)
  prefetchedComponent(load)
  expect(load).not.toHaveBeenCalled()
  await waitFor(() => expect(load).toHaveBeenCalledOnce())
})

test('a part that could not be loaded is requested again when it is opened next', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const load = vi
    .fn<() => Promise<typeof Part>>()
    .mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module: /assets/x.js'))
    .mockResolvedValue(Part)
  const LazyPart = lazyComponent(load)
  const handleFailed = vi.fn<() => void>()
  const open = () =>
    render(
      <ChunkErrorBoundary onFailed={handleFailed}>
        <Suspense fallback={null}>
          <LazyPart />
        </Suspense>
      </ChunkErrorBoundary>,
    )
  const first = open()
  await waitFor(() => expect(handleFailed).toHaveBeenCalledOnce())
  expect(load).toHaveBeenCalledOnce()
  first.unmount()

  open()
  expect(await screen.findByText('The part')).toBeVisible()
  expect(handleFailed).toHaveBeenCalledOnce()
})

test('two parts of one file that could not be loaded show one note', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const error = new TypeError('Failed to fetch dynamically imported module: /assets/x.js')
  const load = vi.fn<() => Promise<typeof Part>>().mockRejectedValue(error)
  const handleFailed = vi.fn<() => void>()
  const [First, Second] = [lazyComponent(load), lazyComponent(load)]
  render(
    <>
      <LazyBoundary onFailed={handleFailed}>
        <First />
      </LazyBoundary>
      <LazyBoundary onFailed={handleFailed}>
        <Second />
      </LazyBoundary>
    </>,
  )
  await waitFor(() => expect(handleFailed).toHaveBeenCalledTimes(2))
  expect(readToasts()).toMatchObject([{ text: 'Could not load this part of the page.' }])
})
