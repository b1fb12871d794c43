import { render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { ErrorBoundary } from './error-boundary'

function Broken({ error }: { error: Error | null }) {
  if (error) throw error
  return <p>It works</p>
}

test.each([
  ['a mistake', new Error('a mistake'), 'Unknown error occurred.'],
  [
    'a missing part',
    new TypeError('Failed to fetch dynamically imported module: /assets/x.js'),
    'Could not load this page.',
  ],
])('%s shows a message with a next step, and other pages still work', (_what, error, sentence) => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const { rerender } = render(
    <ErrorBoundary resetKey="/a">
      <Broken error={error} />
    </ErrorBoundary>,
  )
  expect(screen.getByRole('heading', { name: sentence })).toBeInTheDocument()
  expect(screen.getByRole('alert')).toHaveTextContent(sentence)
  expect(document.title).toBe(`${sentence} · Pinmark`)
  expect(screen.getByRole('button', { name: 'Reload' })).toBeInTheDocument()
  expect(logged).toHaveBeenCalled()

  rerender(
    <ErrorBoundary resetKey="/b">
      <Broken error={null} />
    </ErrorBoundary>,
  )
  expect(screen.getByText('It works')).toBeInTheDocument()
})
