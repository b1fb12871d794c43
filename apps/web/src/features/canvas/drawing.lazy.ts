/** What is drawn on the design, and the tools that draw it, in one file. */
export { Drawing } from './drawing/drawing'
export { Strokes } from './drawing/strokes'
