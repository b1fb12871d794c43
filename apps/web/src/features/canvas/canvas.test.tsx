import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { useLayoutEffect } from 'react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { givenCanvasLayout } from '../../../test/canvas-layout'
import { givenGate } from '../../../test/gate'
import { Canvas } from './canvas'
import { idle, type Placement } from '../review/act'
import type { PinModel } from '../review/pin-model'
import { useViewport } from './zoom/use-viewport'
import { shownLayout, useShown } from './zoom/view-store'

beforeEach(givenCanvasLayout)

/** Shown at 100 % in a frame 500 px tall. */
const natural = { width: 1000, height: 12_000 }
const image = { placeholder: 'data:,', alt: 'Design' }

/** So far apart that none are clustered; each further down than the one before. */
const thousand: readonly PinModel[] = Array.from({ length: 1000 }, (_, index) => ({
  key: `pin ${index + 1}`,
  number: index + 1,
  label: `Comment ${index + 1} by Ana, open`,
  point: { x: 20 + (index % 40) * 24, y: 100 + Math.floor(index / 40) * 400 + (index % 2) * 30 },
  region: null,
  state: 'open',
  isUnread: false,
  canMove: false,
  preview: null,
}))

const stay = () => Promise.resolve()

interface PinsProps {
  pins?: readonly PinModel[]
  selectedKey?: string | null
  size?: typeof natural
  onMovePin?: (key: string, placement: Placement) => Promise<void>
  onHoverPin?: (key: string | null) => void
  /** Called after each layout of the design, before it is painted. */
  onLayout?: () => void
}

const nothing = () => undefined

function Pins(props: PinsProps) {
  const {
    pins = thousand,
    selectedKey = null,
    size = natural,
    onMovePin = stay,
    onHoverPin = nothing,
  } = props
  const { onLayout = nothing } = props
  const viewport = useViewport(size, 24)
  useShown(viewport, shownLayout)
  useLayoutEffect(onLayout)
  return (
    <Canvas
      viewport={viewport}
      image={{ ...image, src: `/design/${size.width}`, ...size }}
      pins={pins}
      selectedKey={selectedKey}
      hoveredKey={null}
      pulsingKeys={new Set()}
      canPlace={false}
      act={idle}
      showsHint={false}
      onPress={nothing}
      onDraw={nothing}
      onCross={nothing}
      onOpenPin={nothing}
      onHoverPin={onHoverPin}
      onMovePin={onMovePin}
      onBackground={nothing}
    />
  )
}

const frame = () => screen.getByRole('group', { name: /^Design/ })
const pin = (number: number) => frame().querySelector<HTMLElement>(`[data-pin="pin ${number}"]`)
const signsOf = (number: number) => pin(number)?.textContent

function scrollTo(top: number) {
  frame().scrollTop = top
  fireEvent.scroll(frame())
}

test('of a thousand pins only those near the view are drawn, and all exist in the order of numbers', () => {
  render(<Pins selectedKey={null} />)
  const names = [...frame().querySelectorAll('[data-pin]')].map((button) => button.getAttribute('aria-label'))
  expect(names).toEqual(thousand.map(({ label }) => label))
  expect(within(frame()).getAllByText(/^\d+$/)).toHaveLength(80)
  expect(signsOf(1)).toBe('1')
  expect(signsOf(81)).toBe('')
})

test('scrolling draws approaching pins and removes the drawings of others, except for the focused one', () => {
  render(<Pins selectedKey={null} />)
  const first = pin(1)
  first?.focus()
  scrollTo(8_000)
  expect(signsOf(801)).toBe('801')
  expect(signsOf(1)).toBe('')
  expect(first).toHaveFocus()
  expect(pin(1)).toBe(first)
  scrollTo(0)
  expect(signsOf(1)).toBe('1')
})

test('the selected pin is drawn wherever it is', () => {
  const { rerender } = render(<Pins selectedKey={null} />)
  const far = pin(777)
  expect(signsOf(777)).toBe('')
  rerender(<Pins selectedKey="pin 777" />)
  expect(signsOf(777)).toBe('777')
  expect(pin(777)).toBe(far)
})

test('a region grows with every press of an arrow key, also before the last size is stored', async () => {
  const [first] = thousand
  if (!first) throw new Error('no pin')
  const region = { ...first, canMove: true, region: { w: 200, h: 100 } }
  const gate = givenGate()
  const onMovePin = vi.fn<(key: string, placement: Placement) => Promise<void>>(() => gate.opened)
  render(<Pins pins={[region]} selectedKey={region.key} onMovePin={onMovePin} />)
  const handle = await screen.findByRole('button', { name: /^Size of the region/ })
  for (let press = 1; press <= 3; press += 1) {
    fireEvent.keyDown(handle, { key: 'ArrowRight' })
    fireEvent.keyUp(handle, { key: 'ArrowRight' })
  }
  fireEvent.blur(handle)
  expect(onMovePin.mock.calls.map(([, placement]) => placement.region?.w)).toEqual([210, 220, 230])
  const drawn = handle.style.left
  await act(async () => {
    gate.open()
    await gate.opened
  })
  expect(handle.style.left).not.toBe(drawn)
})

describe('pins that would cover each other', () => {
  const two = thousand.slice(0, 2).map((pin, index) => ({ ...pin, point: { x: 600 + index * 80, y: 600 } }))
  const large = { width: 4000, height: 8000 }
  /** How many pins stand alone, each time that the large design is drawn. */
  const alone: number[] = []
  const look = () => {
    const sheet = document.querySelector<HTMLElement>('.canvas-sheet')
    if (sheet && Number.parseFloat(sheet.style.height) > 1500)
      alone.push(sheet.querySelectorAll('[data-pin]').length)
  }
  beforeEach(() => void (alone.length = 0))

  test('are never drawn one by one when the design opens', () => {
    render(<Pins pins={two} size={large} onLayout={look} />)
    expect(screen.getByRole('button', { name: /^2 comments here/ })).toBeVisible()
    expect(new Set(alone)).toEqual(new Set([0]))
  })

  test('are never drawn one by one when another design is shown', () => {
    const { rerender } = render(<Pins pins={[]} size={{ width: 1000, height: 1000 }} onLayout={look} />)
    rerender(<Pins pins={two} size={large} onLayout={look} />)
    expect(screen.getByRole('button', { name: /^2 comments here/ })).toBeVisible()
    expect(new Set(alone)).toEqual(new Set([0]))
  })
})

test('a pin is no longer hovered when the pointer leaves the frame, also directly from the pin', () => {
  const onHoverPin = vi.fn<(key: string | null) => void>()
  render(
    <>
      <Pins onHoverPin={onHoverPin} />
      <button type="button">Outside</button>
    </>,
  )
  const [first, outside] = [pin(1), screen.getByRole('button', { name: 'Outside' })]
  if (!first) throw new Error('no pin')
  fireEvent.pointerOver(first, { pointerType: 'mouse' })
  expect(onHoverPin).toHaveBeenLastCalledWith('pin 1')
  fireEvent.pointerOut(first, { pointerType: 'mouse', relatedTarget: outside })
  fireEvent.pointerOver(outside, { pointerType: 'mouse', relatedTarget: first })
  expect(onHoverPin).toHaveBeenLastCalledWith(null)
})

test('a drag near the edge stops scrolling when the page is left', () => {
  const frames = new Map<number, FrameRequestCallback>()
  vi.spyOn(window, 'requestAnimationFrame').mockImplementation((callback) => {
    frames.set(frames.size + 1, callback)
    return frames.size
  })
  vi.spyOn(window, 'cancelAnimationFrame').mockImplementation((id) => void frames.delete(id))
  Object.assign(HTMLElement.prototype, { setPointerCapture: nothing })
  render(<Pins pins={thousand.slice(0, 1).map((one) => ({ ...one, canMove: true }))} />)
  const first = pin(1)
  if (!first) throw new Error('no pin')
  const mouse = { pointerId: 1, isPrimary: true, pointerType: 'mouse', button: 0 }
  fireEvent.pointerDown(first, { ...mouse, clientX: 100, clientY: 300 })
  fireEvent.pointerMove(first, { ...mouse, clientX: 100, clientY: 690 })
  fireEvent.pointerMove(first, { ...mouse, clientX: 100, clientY: 695 })
  expect(frames.size).toBe(1)
  cleanup()
  expect(frames.size).toBe(0)
})
