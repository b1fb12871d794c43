/** What a visitor opens on the design, in one file. */
export { Drawing } from './drawing/drawing'
export { Strokes } from './drawing/strokes'
export { RegionHandle } from './gestures/region-handle'
export { ClusterList } from './pins/cluster-list'
export { HoverLabel } from './pins/hover-label'
export { Minimap } from './pins/minimap'
export { hasTransparentPixel } from './zoom/has-transparent-pixel'
