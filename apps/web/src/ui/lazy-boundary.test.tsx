import { act, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { ChunkErrorBoundary } from './lazy'
import { closeToast, readToasts } from './toast'

afterEach(() => act(() => readToasts().forEach(({ id }) => closeToast(id))))

function Broken({ error }: { error: Error }): never {
  throw error
}

test('a part that fails to load leaves the page as it is, and a note offers to reload', () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const handleFailed = vi.fn<() => void>()
  render(
    <>
      <p>The page</p>
      <ChunkErrorBoundary onFailed={handleFailed}>
        <Broken error={new TypeError('Failed to fetch dynamically imported module: /assets/x.js')} />
      </ChunkErrorBoundary>
    </>,
  )
  expect(screen.getByText('The page')).toBeInTheDocument()
  expect(handleFailed).toHaveBeenCalled()
  expect(readToasts()).toMatchObject([{ action: { label: 'Reload' } }])
})

test('every other error is passed on to the page', () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  expect(() =>
    render(
      <ChunkErrorBoundary onFailed={() => undefined}>
        <Broken error={new Error('a mistake')} />
      </ChunkErrorBoundary>,
    ),
  ).toThrow('a mistake')
  expect(readToasts()).toHaveLength(0)
})
