import { act, createEvent, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { givenGate } from '../../../test/gate'
import { NetworkError } from '../../lib/answer'
import { DesignStrip } from './design-strip'
import type { DesignTile } from './design-list'

const tile = { thumbnail: '/t.webp', width: 1440, height: 900, open: 0, total: 0, fresh: 0, version: 1 }
const designs: DesignTile[] = ['Landing page', 'Welcome e-mail'].map((title, index) => ({
  ...tile,
  ...{ id: `design-${index}`, title, isShown: index === 0 },
}))

function renderStrip(onRename: (id: string, title: string) => Promise<void> = () => Promise.resolve()) {
  const doNothing = () => undefined
  const actions = {
    ...{ onUpload: doNothing, onMove: doNothing, onDelete: doNothing, onAdd: doNothing },
    onRename,
  }
  render(<DesignStrip designs={designs} actions={actions} onShow={doNothing} onOverview={doNothing} />)
  const [first] = screen.getAllByRole('listitem')
  if (!first) throw new Error('The strip is empty.')
  return first
}

/** Rests a finger on an element for a second. */
function longPress(element: Element) {
  vi.useFakeTimers()
  fireEvent.pointerDown(element, { pointerType: 'touch', pointerId: 1, button: 0 })
  act(() => void vi.advanceTimersByTime(1_000))
  vi.useRealTimers()
}

/** @returns whether the page prevents what the browser does by default */
function isPrevented(element: Element, name: 'touchMove' | 'contextMenu'): boolean {
  const event = createEvent[name](element)
  fireEvent(element, event)
  return event.defaultPrevented
}

test('a finger that holds a design does not scroll the page, also on iOS', () => {
  const item = renderStrip()
  // Safari on iOS ignores `preventDefault` in a listener that is added during the touch.
  const added = vi.spyOn(window, 'addEventListener')
  expect(isPrevented(item, 'touchMove')).toBe(false)
  longPress(item)
  expect(item).toHaveAttribute('data-held')
  expect(isPrevented(item, 'touchMove')).toBe(true)
  expect(isPrevented(item, 'contextMenu')).toBe(true)
  expect(added.mock.calls.map(([type]) => type)).not.toContain('touchmove')
  added.mockRestore()
})

test('a long press in the name field opens the menu of the field', async () => {
  const item = renderStrip()
  const user = userEvent.setup()
  await user.tab()
  await user.keyboard('{F2}')
  const field = screen.getByLabelText('Name of the design')
  longPress(field)
  expect(item).not.toHaveAttribute('data-held')
  expect(isPrevented(field, 'contextMenu')).toBe(false)
})

test('a blank name is announced, and the field stays open', async () => {
  renderStrip()
  const user = userEvent.setup()
  await user.tab()
  await user.keyboard('{F2}')
  await user.clear(screen.getByLabelText('Name of the design'))
  await user.keyboard('{Enter}')
  expect(screen.getByRole('alert')).toHaveTextContent('Name is required.')
  expect(screen.getByLabelText('Name of the design')).toHaveFocus()
})

/** Renames the first design by keys, and confirms with Enter. */
async function rename(name: string) {
  const user = userEvent.setup()
  await user.tab()
  await user.keyboard(`{F2}${name}{Enter}`)
  return user
}

test('a failed rename keeps the typed name with the reason, and can be sent again', async () => {
  const sent: string[] = []
  renderStrip((_id, title) => {
    sent.push(title)
    return sent.length === 1 ? Promise.reject(new NetworkError('no answer')) : Promise.resolve()
  })
  const user = await rename('Start page')
  const field = screen.getByLabelText('Name of the design')
  expect(await screen.findByRole('alert')).toHaveTextContent('Could not rename it. Try again.')
  expect(field).toHaveValue('Start page')
  expect(field).toHaveFocus()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(field).not.toBeInTheDocument())
  expect(sent).toEqual(['Start page', 'Start page'])
})

test('a rename is sent once, also if a click elsewhere follows Enter', async () => {
  const sent: string[] = []
  const answer = givenGate()
  renderStrip((_id, title) => {
    sent.push(title)
    return answer.opened
  })
  const user = await rename('Start page')
  await user.click(document.body)
  answer.open()
  await waitFor(() => expect(screen.queryByLabelText('Name of the design')).not.toBeInTheDocument())
  expect(sent).toEqual(['Start page'])
})
