import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Dialog } from './dialog'
import { closeToast, readToasts, toast, type ToastInput } from './toast'
import { Toaster } from './toaster'

const show = (input: ToastInput) => act(() => void toast.show(input))
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }))
afterEach(() => {
  vi.useRealTimers()
  act(() => readToasts().forEach(({ id }) => closeToast(id)))
})

test('a note disappears after six seconds, one with a button after ten', async () => {
  render(<Toaster />)
  show({ text: 'Plain' })
  show({ text: 'With a way back', action: { label: 'Undo', onSelect: () => undefined } })
  await pass(6_100)
  expect(screen.queryByText('Plain')).not.toBeInTheDocument()
  expect(screen.getByText('With a way back')).toBeInTheDocument()
  await pass(4_000)
  expect(screen.queryByText('With a way back')).not.toBeInTheDocument()
})

test('equal notes without buttons are shown once, and those with buttons each', () => {
  render(<Toaster />)
  show({ text: 'Sent' })
  show({ text: 'Sent' })
  expect(screen.getAllByText('Sent')).toHaveLength(1)
  const action = { label: 'Undo', onSelect: () => undefined }
  show({ text: 'Deleted', action })
  show({ text: 'Deleted', action })
  expect(screen.getAllByText('Deleted')).toHaveLength(2)
})

test('screen readers announce a new note without the earlier ones', () => {
  render(<Toaster />)
  expect(screen.getByRole('status')).toHaveAttribute('aria-atomic', 'false')
})

test('a note stays while it is hovered or focused', async () => {
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  render(<Toaster />)
  show({ text: 'Read me' })
  await user.hover(screen.getByText('Read me'))
  await pass(20_000)
  expect(screen.getByText('Read me')).toBeInTheDocument()
  await user.unhover(screen.getByText('Read me'))

  await user.keyboard('{F6}')
  expect(screen.getByRole('button', { name: 'Close note' })).toHaveFocus()
  await pass(20_000)
  expect(screen.getByText('Read me')).toBeInTheDocument()
})

test('the button acts once and closes the note; the focus returns to its place before F6', async () => {
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  const handleUndo = vi.fn<() => void>()
  render(
    <>
      <button type="button">Before</button>
      <Toaster />
    </>,
  )
  screen.getByRole('button', { name: 'Before' }).focus()
  show({ text: 'Project deleted', action: { label: 'Undo', onSelect: handleUndo } })
  await user.keyboard('{F6}{Enter}')
  expect(handleUndo).toHaveBeenCalledOnce()
  expect(screen.queryByText('Project deleted')).not.toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Before' })).toHaveFocus()
})

test('the focus returns if the page closes the note, and the next note disappears again', async () => {
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  render(
    <>
      <button type="button">Before</button>
      <Toaster />
    </>,
  )
  screen.getByRole('button', { name: 'Before' }).focus()
  show({ text: 'You are offline' })
  await user.keyboard('{F6}')
  expect(screen.getByRole('button', { name: 'Close note' })).toHaveFocus()
  act(() => readToasts().forEach(({ id }) => closeToast(id)))
  expect(screen.getByRole('button', { name: 'Before' })).toHaveFocus()

  show({ text: 'Back online' })
  await pass(6_100)
  expect(screen.queryByText('Back online')).not.toBeInTheDocument()
})

test('a note whose action removed the focused element has the focus, and passes it on when it closes', async () => {
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  render(
    <>
      <button type="button">Next</button>
      <Toaster />
    </>,
  )
  show({
    text: 'Deleted',
    action: { label: 'Undo', onSelect: () => undefined },
    passFocusOn: () => screen.getByRole('button', { name: 'Next' }).focus(),
  })
  expect(screen.getByRole('button', { name: 'Undo' })).toHaveFocus()
  await user.click(screen.getByRole('button', { name: 'Close note' }))
  expect(screen.getByRole('button', { name: 'Next' })).toHaveFocus()
})

test('a note is announced and can be pressed while a modal dialog is open', async () => {
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  const handleClose = vi.fn<() => void>()
  render(
    <>
      <main>
        <button type="button">Behind</button>
      </main>
      <Toaster />
      <Dialog open dismissible onClose={handleClose} title="Webhook added">
        <button type="button">Send a test</button>
      </Dialog>
    </>,
  )
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Behind' })).not.toBeInTheDocument())
  await waitFor(() => expect(screen.getByRole('button', { name: 'Send a test' })).toHaveFocus())
  show({ text: 'Test arrived' })
  expect(screen.getByRole('status')).toHaveTextContent('Test arrived')
  await user.keyboard('{F6}{Enter}')
  expect(screen.queryByText('Test arrived')).not.toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Send a test' })).toHaveFocus()

  show({ text: 'Test arrived' })
  await user.click(screen.getByRole('button', { name: 'Close note' }))
  expect(screen.queryByText('Test arrived')).not.toBeInTheDocument()
  expect(handleClose).not.toHaveBeenCalled()
})

test('F6 reaches a note from a window that keeps its keys from the page', async () => {
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  render(
    <>
      <button type="button" onKeyDown={(event) => event.stopPropagation()}>
        A design
      </button>
      <Toaster />
    </>,
  )
  screen.getByRole('button', { name: 'A design' }).focus()
  show({ text: 'Design deleted', action: { label: 'Undo', onSelect: () => undefined } })
  await user.keyboard('{F6}')
  expect(screen.getByRole('button', { name: 'Undo' })).toHaveFocus()
})

test('F6 stays with the browser while there are no notes', () => {
  const jump = () => {
    const event = new KeyboardEvent('keydown', { key: 'F6', bubbles: true, cancelable: true })
    act(() => void document.body.dispatchEvent(event))
    return event.defaultPrevented
  }
  render(<Toaster />)
  expect(jump()).toBe(false)
  show({ text: 'Sent' })
  expect(jump()).toBe(true)
  expect(screen.getByRole('button', { name: 'Close note' })).toHaveFocus()
})

test('a further note removes one without a button before one with Undo', () => {
  const action = { label: 'Undo', onSelect: () => undefined }
  for (const text of ['1', '2']) show({ text, action })
  for (const text of ['3', '4']) show({ text })
  expect(readToasts().map(({ text }) => text)).toEqual(['1', '2', '4'])
  show({ text: '5', action })
  show({ text: '6' })
  expect(readToasts().map(({ text }) => text)).toEqual(['2', '5', '6'])
})

test('at most three notes are shown, and the oldest disappears first', () => {
  render(<Toaster />)
  for (const text of ['1', '2', '3', '4']) show({ text })
  expect(screen.queryByText('1')).not.toBeInTheDocument()
  expect(screen.getByText('4')).toBeInTheDocument()
  expect(readToasts()).toHaveLength(3)
})
