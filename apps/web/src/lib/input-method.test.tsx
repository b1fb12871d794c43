import { createEvent, fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

test.each([
  ['Enter', {}, 4],
  ['Enter', { isComposing: true }, 0],
  ['Enter', { keyCode: 229 }, 0],
  ['Escape', { keyCode: 229 }, 0],
  ['c', { isComposing: true }, 0],
])('the key %s with %j reaches handlers: %i', (key, init, expected) => {
  const handler = vi.fn<() => void>()
  const listening = new AbortController()
  const { signal } = listening
  window.addEventListener('keydown', handler, { capture: true, signal })
  document.addEventListener('keydown', handler, { capture: true, signal })
  document.addEventListener('keydown', handler, { signal })
  render(<input aria-label="Name" onKeyDown={handler} />)
  const field = screen.getByLabelText('Name')
  const event = createEvent.keyDown(field, { key, ...init })
  fireEvent(field, event)
  listening.abort()
  expect(handler).toHaveBeenCalledTimes(expected)
  expect(event.defaultPrevented).toBe(false)
})
