import { act, render, screen } from '@testing-library/react'
import { narrowMedia } from '@pinmark/shared/narrow-media'
import { useEffect } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { givenCanvasLayout } from '../../../test/canvas-layout'
import { ScrollContent } from './scroll-content'
import { DesignImage, type DesignImageSource } from './design-image'
import { useViewport, type Viewport } from './zoom/use-viewport'

const natural = { width: 1440, height: 900 }
const design: DesignImageSource = { src: '/view', placeholder: 'data:,', alt: 'Design', ...natural }
const withNarrow: DesignImageSource = { ...design, narrow: { src: '/narrow', width: 1080 } }

let viewport: Viewport
/** The prefetched pictures, and a function that ends each of them. */
let asked: { src: string; end: (how: 'there' | 'lost') => Promise<void> }[]

beforeEach(() => {
  givenCanvasLayout()
  // The test's frame is 1,062 px wide, but only the media query matters here.
  givenScreen({ isPhone: true })
  asked = []
  HTMLImageElement.prototype.decode = function (this: HTMLImageElement) {
    return new Promise((resolve, reject) => {
      const end = async (how: 'there' | 'lost') => {
        Object.defineProperty(this, 'naturalWidth', { value: how === 'there' ? natural.width : 0 })
        await act(async () => (how === 'there' ? resolve() : reject(new DOMException('', 'EncodingError'))))
      }
      asked.push({ src: this.getAttribute('src') ?? '', end })
    })
  }
})

afterEach(() => {
  // jsdom has no `decode`.
  Reflect.deleteProperty(HTMLImageElement.prototype, 'decode')
})

function givenScreen({ isPhone, devicePixelRatio = 1 }: { isPhone: boolean; devicePixelRatio?: number }) {
  vi.stubGlobal('devicePixelRatio', devicePixelRatio)
  const plain = window.matchMedia('')
  vi.spyOn(window, 'matchMedia').mockImplementation((media) => ({
    ...plain,
    media,
    matches: isPhone && media === narrowMedia,
  }))
}

function Table({ image }: { image: DesignImageSource }) {
  const here = useViewport(natural, 12)
  const { scrollerRef } = here
  useEffect(() => void (viewport = here), [here])
  return (
    <div ref={scrollerRef} className="canvas-scroller">
      <ScrollContent viewport={here}>
        <DesignImage image={image} viewport={here} hasFailed={false} onFailed={() => undefined} />
      </ScrollContent>
    </div>
  )
}

const shown = () => screen.getByRole('img', { name: 'Design' })
const zoomTo = (scale: number) => act(() => viewport.zoomTo(scale))

test('a phone shows the narrow picture, in the box of the full design', () => {
  render(<Table image={withNarrow} />)

  expect(shown()).toHaveAttribute('src', '/narrow')
  expect(shown()).toHaveAttribute('width', '1440')
  expect(asked).toEqual([])
})

test.each([
  ['a wide screen', withNarrow, { isPhone: false }],
  ['a design that has no narrow picture', design, { isPhone: true }],
])('%s gets the full view at first, and no second picture', (_case, image, screenIs) => {
  givenScreen(screenIs)
  render(<Table image={image} />)
  zoomTo(8)

  expect(shown()).toHaveAttribute('src', '/view')
  expect(asked).toEqual([])
})

test('zooming to more pixels than the narrow picture has shows the full view, after it is decoded', async () => {
  render(<Table image={withNarrow} />)
  zoomTo(0.75)
  expect(asked).toEqual([])
  zoomTo(0.76)
  expect(asked.map(({ src }) => src)).toEqual(['/view'])
  expect(shown()).toHaveAttribute('src', '/narrow')

  await asked[0]?.end('there')

  expect(shown()).toHaveAttribute('src', '/view')
  expect(shown()).toHaveAttribute('decoding', 'sync')
})

test('device pixels count, not CSS pixels', () => {
  givenScreen({ isPhone: true, devicePixelRatio: 3 })
  render(<Table image={withNarrow} />)
  zoomTo(0.24)
  expect(asked).toEqual([])
  zoomTo(0.26)
  expect(asked).toHaveLength(1)
})

test('a rotated phone counts as a wide screen', () => {
  render(<Table image={withNarrow} />)
  givenScreen({ isPhone: false })
  act(() => viewport.fitTo('width'))
  expect(asked.map(({ src }) => src)).toEqual(['/view'])
})

test('the full view stays after zooming out', async () => {
  render(<Table image={withNarrow} />)
  zoomTo(1)
  await asked[0]?.end('there')
  zoomTo(0.2)

  expect(shown()).toHaveAttribute('src', '/view')
})

test('on a broken connection the narrow picture stays, and the full view is retried until it loads', async () => {
  vi.useFakeTimers()
  try {
    render(<Table image={withNarrow} />)
    zoomTo(1)
    await asked[0]?.end('lost')
    expect(shown()).toHaveAttribute('src', '/narrow')
    expect(screen.queryByRole('alert')).toBeNull()

    act(() => void vi.advanceTimersByTime(10_000))
    expect(asked).toHaveLength(2)
    await asked[1]?.end('there')
    expect(shown()).toHaveAttribute('src', '/view')
  } finally {
    vi.useRealTimers()
  }
})

test('only pixels of the full view are shown as squares, not those of the narrow picture', async () => {
  render(<Table image={withNarrow} />)
  zoomTo(4)
  expect(shown()).not.toHaveAttribute('data-magnified')

  await asked[0]?.end('there')

  expect(shown()).toHaveAttribute('data-magnified', 'true')
})
