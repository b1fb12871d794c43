import type { Page } from 'playwright-core'
import { quantile } from './figure'

export interface FrameTimes {
  p50: number
  p95: number
}

/** As text: a compiled function would bring the compiler's helpers along, which the page does not have. */
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

/** Zooms in and out about a point and drags the design around there, as a hand does.
 *  @param at CSS pixels of the viewport @returns milliseconds between two frames, as the page drew them */
export async function gestureFrames(page: Page, at: { x: number; y: number }): Promise<FrameTimes> {
  await page.evaluate(startRecording)
  await page.mouse.move(at.x, at.y)
  await page.keyboard.down('Control')
  for (const turn of [...Array<number>(12).fill(-10), ...Array<number>(6).fill(10)]) {
    await page.mouse.wheel(0, turn)
    await pause(16)
  }
  await page.keyboard.up('Control')
  await page.mouse.down()
  for (let step = 1; step <= 30; step += 1) {
    await page.mouse.move(at.x - step * 6, at.y - step * 4)
    await pause(16)
  }
  await page.mouse.up()
  await page.keyboard.down('Control')
  for (let step = 0; step < 6; step += 1) {
    await page.mouse.wheel(0, 10)
    await pause(16)
  }
  await page.keyboard.up('Control')
  const frames = await page.evaluate<number[]>(stopRecording)
  const times = frames.slice(1).map((time, index) => time - (frames[index] ?? time))
  return { p50: quantile(times, 0.5), p95: quantile(times, 0.95) }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
