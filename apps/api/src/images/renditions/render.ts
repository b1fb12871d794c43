import { startRenderProcess } from './render-process'
import { imageRenderer } from './renderer'

/** The only renderer of this process, with the limits of the security model. */
const renderer = imageRenderer({
  slots: 2,
  maxWaiting: 16,
  memoryBytes: 64 * 1024 * 1024,
  maxCpuMs: 10_000,
  timeoutMs: 30_000,
  idleMs: 30_000,
  start: startRenderProcess,
})

export const renderImage = renderer.render
export const { cutSpots, drawPins, followPlaces, listChanges, listPages, measureDifferences } = renderer
export const warmRenderer = renderer.warm
/** Uploads that are being prepared, and those that wait. */
export const rendererLoad = renderer.load
export const stopRenderer = renderer.stop
