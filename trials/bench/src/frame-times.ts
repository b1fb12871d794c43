import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { quantile } from './figure'

export interface FrameTimes {
  p50: number
  p95: number
}

/** A string, because a compiled function would need helpers of the compiler, which the page does not have. */
const startRecording = `
  window.frames = []
  window.noteFrame = (time) => {
    window.frames.push(time)
    window.nextFrame = requestAnimationFrame(window.noteFrame)
  }
  window.nextFrame = requestAnimationFrame(window.noteFrame)`
const stopRecording = `
  cancelAnimationFrame(window.nextFrame)
  window.frames`

/** Enough for some 60 frames, of which the slowest twentieth is reported. */
const zoomSteps = 6
const dragSteps = 6
const dividerSteps = 30

/** Zooms in and half out at a point, drags the design there and back, and zooms out to the start, so that
 *  every round shows the same part.
 *  @param at CSS pixels of the viewport
 *  @returns milliseconds between two drawn frames */
export async function gestureFrames(page: Page, at: { x: number; y: number }): Promise<FrameTimes> {
  await page.evaluate(startRecording)
  await page.mouse.move(at.x, at.y)
  await zoom(page, { steps: zoomSteps, turn: -20 })
  await zoom(page, { steps: zoomSteps / 2, turn: 20 })
  await page.mouse.down()
  for (const step of thereAndBack(dragSteps)) {
    await page.mouse.move(at.x - step * 32, at.y - step * 21)
    await pause(16)
  }
  await page.mouse.up()
  await zoom(page, { steps: zoomSteps / 2, turn: 20 })
  return stop(page)
}

/** Drags the element at a point to the right and back. @param at CSS pixels of the viewport */
export async function dragFrames(page: Page, at: { x: number; y: number }): Promise<FrameTimes> {
  await page.mouse.move(at.x, at.y)
  await page.mouse.down()
  await page.evaluate(startRecording)
  for (const step of thereAndBack(dividerSteps)) {
    await page.mouse.move(at.x + step * 12, at.y)
    await pause(16)
  }
  const times = await stop(page)
  await page.mouse.up()
  return times
}

async function stop(page: Page): Promise<FrameTimes> {
  const frames = await page.evaluate<number[]>(stopRecording)
  // The clock of a page has a precision of a tenth of a millisecond. Further digits of a difference have no
  // meaning.
  const times = frames.slice(1).map((time, index) => Math.round(10 * (time - (frames[index] ?? time))) / 10)
  return { p50: quantile(times, 0.5), p95: quantile(times, 0.95) }
}

async function zoom(page: Page, { steps, turn }: { steps: number; turn: number }): Promise<void> {
  await page.keyboard.down('Control')
  for (let step = 0; step < steps; step += 1) {
    await page.mouse.wheel(0, turn)
    await pause(16)
  }
  await page.keyboard.up('Control')
}

/** 1, 2, 3 ... 3, 2, 1, 0 */
function thereAndBack(steps: number): number[] {
  const there = Array.from({ length: steps }, (_, index) => index + 1)
  return [...there, ...there.map((step) => steps - step)]
}
