/** The parts of a project with several designs or versions, in one chunk. */
import { lazyComponent } from '../../ui/lazy-component'

const loadRounds = () => import('./rounds/rounds')
export const RoundsHeading = lazyComponent(async () => (await loadRounds()).RoundsHeading)
export const RoundsNoteBar = lazyComponent(async () => (await loadRounds()).RoundsNoteBar)
export const RoundsSpot = lazyComponent(async () => (await loadRounds()).RoundsSpot)
export const RoundsSheet = lazyComponent(async () => (await loadRounds()).RoundsSheet)
export const RoundsStrip = lazyComponent(async () => (await loadRounds()).RoundsStrip)
export const RoundsEffects = lazyComponent(async () => (await loadRounds()).RoundsEffects)
