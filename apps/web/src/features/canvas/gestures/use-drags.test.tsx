import { act, renderHook } from '@testing-library/react'
import type { ClientPoint, ImagePoint } from '@pinmark/shared/coordinates'
import { describe, expect, test, vi } from 'vitest'
import { givenGate } from '../../../../test/gate'
import type { Placement } from '../../review/act'
import type { PinModel, PinState } from '../../review/pin-model'
import { createViewport } from '../zoom/use-viewport'
import { useDrags } from './use-drags'
import type { PressTarget } from './use-press'

const pin = (state: PinState, region: PinModel['region'] = null): PinModel => ({
  ...{ key: 'one', number: 1, label: 'Comment 1', point: { x: 100, y: 100 }, region, state },
  ...{ isUnread: false, canMove: true, preview: null },
})

interface Given {
  pins?: PinModel[]
  canPlace?: boolean
  drawsRegions?: boolean
}

/** Drags on a design of 800 x 600 px that is drawn at half its size in the corner of the window. */
function givenDrags({ pins = [], canPlace = true, drawsRegions = false }: Given = {}) {
  const scroller = document.createElement('div')
  vi.spyOn(scroller, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 400, 300))
  const onDraw = vi.fn<(placement: Placement) => void>()
  const gate = givenGate()
  const onMovePin = vi.fn<(key: string, placement: Placement) => Promise<void>>(() => gate.opened)
  const natural = { width: 800, height: 600 }
  const viewport = {
    ...{ ...createViewport(natural), natural, onMove: () => () => undefined },
    pointAt: ({ x, y }: ClientPoint): ImagePoint => ({ x: x * 2, y: y * 2 }),
    clientOf: ({ x, y }: ImagePoint): ClientPoint => ({ x: x / 2, y: y / 2 }),
  }
  const pinOf = (key: string) => pins.find((one) => one.key === key)
  const { result } = renderHook(() =>
    useDrags({ viewport, pinOf, canPlace, drawsRegions, onDraw, onMovePin }),
  )
  const start = (target: Partial<PressTarget> = {}) => {
    const press = {
      ...{ pinKey: null, start: { x: 60, y: 60 }, pointerType: 'mouse', shiftKey: false },
      ...target,
    }
    return result.current.onDrag(press, scroller)
  }
  const drag = (target: Partial<PressTarget>, to: ClientPoint, isCancelled = false) => {
    const begun = start(target)
    act(() => {
      begun?.move(to)
      begun?.end(isCancelled)
    })
    return begun
  }
  return { result, scroller, onDraw, onMovePin, gate, start, drag }
}

describe('a pin', () => {
  test('moves by the distance of the drag, and shows its new place until it is stored', async () => {
    const { result, onMovePin, gate, drag } = givenDrags({ pins: [pin('open')] })
    drag({ pinKey: 'one' }, { x: 70, y: 90 })
    const placement = { point: { x: 120, y: 160 }, region: null }
    expect(onMovePin).toHaveBeenCalledExactlyOnceWith('one', placement)
    expect(result.current.moving).toEqual({ key: 'one', placement })
    await act(async () => {
      gate.open()
      await gate.opened
    })
    expect(result.current.moving).toBeNull()
  })

  test('returns when the drag is cancelled', () => {
    const { result, onMovePin, drag } = givenDrags({ pins: [pin('open')] })
    drag({ pinKey: 'one' }, { x: 70, y: 90 }, true)
    expect(onMovePin).not.toHaveBeenCalled()
    expect(result.current.moving).toBeNull()
  })

  test('with a region stays completely on the design', () => {
    const { onMovePin, drag } = givenDrags({ pins: [pin('open', { w: 300, h: 200 })] })
    drag({ pinKey: 'one' }, { x: 900, y: 900 })
    expect(onMovePin.mock.calls).toMatchObject([['one', { point: { x: 500, y: 400 } }]])
  })

  test.each<[PinState, boolean]>([
    ['open', false],
    ['draft', true],
    ['failed', true],
  ])('that is %s follows a finger: %s', (state, follows) => {
    const { drag } = givenDrags({ pins: [pin(state)] })
    expect(drag({ pinKey: 'one', pointerType: 'touch' }, { x: 70, y: 90 }) !== null).toBe(follows)
  })

  test('that cannot be moved pans the design instead', () => {
    const { onMovePin, scroller, start } = givenDrags({ pins: [{ ...pin('open'), canMove: false }] })
    const begun = start({ pinKey: 'one' })
    expect(scroller.dataset).toHaveProperty('panning')
    begun?.end(false)
    expect(onMovePin).not.toHaveBeenCalled()
  })
})

describe('a region', () => {
  test.each([
    ['with the Shift key', {}, { shiftKey: true }],
    ['with the region tool', { drawsRegions: true }, {}],
    ['with the region tool and a finger', { drawsRegions: true }, { pointerType: 'touch' }],
  ])('is drawn %s, in either direction', (_how, given, target) => {
    const { result, onDraw, drag } = givenDrags(given)
    drag(target, { x: 20, y: 110 })
    expect(onDraw).toHaveBeenCalledExactlyOnceWith({ point: { x: 40, y: 120 }, region: { w: 80, h: 100 } })
    expect(result.current.drawing).toBeNull()
  })

  test('is not placed when the drag is cancelled', () => {
    const { onDraw, drag } = givenDrags({ drawsRegions: true })
    drag({}, { x: 20, y: 110 }, true)
    expect(onDraw).not.toHaveBeenCalled()
  })

  test('is not drawn by someone who may not comment', () => {
    const { onDraw, drag } = givenDrags({ drawsRegions: true, canPlace: false })
    drag({}, { x: 20, y: 110 })
    expect(onDraw).not.toHaveBeenCalled()
  })
})

describe('a drag beside pins', () => {
  test('with the mouse pans against its direction', () => {
    const { scroller, drag } = givenDrags()
    Object.assign(scroller, { scrollLeft: 50, scrollTop: 80 })
    const scrollTo = vi.spyOn(scroller, 'scrollTo').mockReturnValue()
    drag({}, { x: 70, y: 40 })
    expect(scrollTo).toHaveBeenCalledWith({ left: 40, top: 100, behavior: 'instant' })
    expect(scroller.dataset).not.toHaveProperty('panning')
  })

  test('with a finger is left to the browser', () => {
    expect(givenDrags().start({ pointerType: 'touch' })).toBeNull()
  })
})
