/** What a visitor opens on the design, in one file. */
export { RegionHandle } from './gestures/region-handle'
export { ClusterList } from './pins/cluster-list'
export { HoverLabel } from './pins/hover-label'
