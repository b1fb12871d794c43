import { expect, test } from 'vitest'
import { articlePage, paragraphs, shopButtons, shopPage } from '../test/drawn-pages'
import type { Area, Change } from './change'
import { changesBetween } from './differences'
import type { Picture } from './picture'

/** Content that stays within the same block of 16 px belongs to an area too. */
const blockPx = 16

const areaOf = ({ before, after }: Change): Area => after ?? before ?? { x: 0, y: 0, w: 0, h: 0 }

function common(a: Area, b: Area): number {
  const w = Math.min(a.x + a.w, b.x + b.w) - Math.max(a.x, b.x)
  const h = Math.min(a.y + a.h, b.y + b.h) - Math.max(a.y, b.y)
  return Math.max(0, w) * Math.max(0, h)
}

const sizeOf = ({ w, h }: Area) => w * h

test.each([
  ['#1a56db', '#c2410c'],
  ['#1a56db', '#1e40af'],
  ['#111827', '#16a34a'],
])('buttons of a shop that changed from %s to %s are listed one by one', async (was, is) => {
  const changes = changesBetween(await shopPage(was), await shopPage(is))

  for (const button of shopButtons) {
    const own = changes.filter((change) => common(areaOf(change), button) > sizeOf(button) / 2)
    expect(own).toHaveLength(1)
    for (const change of own)
      expect(sizeOf(areaOf(change))).toBeLessThanOrEqual((button.w + 4 * blockPx) * (button.h + 4 * blockPx))
  }
  expect(changes.filter(({ kind }) => kind !== 'changed')).toEqual([])
})

test('rewritten paragraphs of an article are listed apart, each as large as what differs', async () => {
  const [before, after] = [await articlePage([]), await articlePage([1, 4, 5])]
  const changes = changesBetween(before, after)

  for (const at of [1, 4, 5]) {
    const paragraph = paragraphs[at]
    if (!paragraph) throw new Error('a paragraph was expected')
    expect(changes.some((change) => common(areaOf(change), paragraph) > sizeOf(paragraph) / 3)).toBe(true)
  }
  for (const change of changes) {
    expect(change.kind).toBe('changed')
    const touched = [1, 4, 5].filter((at) => common(areaOf(change), paragraphs[at] ?? areaOf(change)) > 0)
    expect(touched).toHaveLength(1)
    expect(shareThatDiffers(before, after, areaOf(change))).toBeGreaterThan(0.3)
  }
})

test('below an inserted banner, every button that changed its colour is listed apart', async () => {
  const changes = changesBetween(await shopPage('#1a56db'), withBanner(await shopPage('#c2410c')))

  for (const button of shopButtons.slice(1)) {
    const own = changes.filter(({ before }) => before && common(before, button) > sizeOf(button) / 2)
    expect(own).toHaveLength(1)
    for (const { kind, before, after } of own) {
      expect(kind).toBe('changed')
      expect(common(after ?? button, { ...button, y: button.y + bannerPx })).toBeGreaterThan(
        sizeOf(button) / 2,
      )
      expect(sizeOf(before ?? button)).toBeLessThanOrEqual(
        (button.w + 4 * blockPx) * (button.h + 4 * blockPx),
      )
    }
  }
  expect(changes).toHaveLength(shopButtons.length)
})

test('below an inserted banner, every rewritten paragraph is one change, at its own place on both versions', async () => {
  const changes = changesBetween(await articlePage([]), withBanner(await articlePage([1, 4, 5])))

  expect(changes.map(({ kind }) => kind)).toEqual(['added', 'changed', 'changed', 'changed'])
  for (const [at, number] of [1, 4, 5].entries()) {
    const [paragraph, change] = [paragraphs[number], changes[at + 1]]
    if (!paragraph || !change?.before || !change.after) throw new Error('a changed paragraph was expected')
    expect(common(change.before, paragraph)).toBeGreaterThan(sizeOf(paragraph) / 2)
    expect(common(change.after, { ...paragraph, y: paragraph.y + bannerPx })).toBeGreaterThan(
      sizeOf(paragraph) / 2,
    )
  }
})

const bannerPx = 137

/** The page with a dark banner below its header, which pushes everything else down. */
function withBanner({ width, height, channels, data }: Picture): Picture {
  const startOf = (row: number) => row * width * channels
  const [top, bottom] = [startOf(80), startOf(80 + bannerPx)]
  const pushed = new Uint8Array(data.length + bottom - top).fill(255)
  pushed.set(data.subarray(0, top))
  pushed.fill(60, top, bottom - startOf(20))
  pushed.set(data.subarray(top), bottom)
  return { width, height: height + bannerPx, channels, data: pushed }
}

/** Share of the blocks of an area in which a pixel differs, for pages whose content did not move. */
function shareThatDiffers(before: Picture, after: Picture, area: Area): number {
  let [different, all] = [0, 0]
  for (let y = area.y; y < area.y + area.h; y += blockPx)
    for (let x = area.x; x < area.x + area.w; x += blockPx) {
      all += 1
      if (differs(before, after, { x, y, w: blockPx, h: blockPx })) different += 1
    }
  return different / all
}

function differs(before: Picture, after: Picture, { x, y, w, h }: Area): boolean {
  for (let row = y; row < Math.min(y + h, before.height); row += 1)
    for (let column = x; column < Math.min(x + w, before.width); column += 1)
      for (let channel = 0; channel < before.channels; channel += 1) {
        const at = (row * before.width + column) * before.channels + channel
        if (before.data[at] !== after.data[at]) return true
      }
  return false
}
