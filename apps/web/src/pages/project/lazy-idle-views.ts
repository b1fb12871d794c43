import { prefetchedComponent } from '../../ui/lazy-component'

/** The components of `idle-views.ts`, fetched once the page is idle. */
const loadViews = () => import('./idle-views')
export const ClosedRound = prefetchedComponent(async () => (await loadViews()).ClosedRound)
export const RoundFoot = prefetchedComponent(async () => (await loadViews()).RoundFoot)
export const ArrivalsChip = prefetchedComponent(async () => (await loadViews()).ArrivalsChip)
export const FoundOnDesigns = prefetchedComponent(async () => (await loadViews()).FoundOnDesigns)
export const LinkClosed = prefetchedComponent(async () => (await loadViews()).LinkClosed)
export const ModeNote = prefetchedComponent(async () => (await loadViews()).ModeNote)
export const ProjectDialogs = prefetchedComponent(async () => (await loadViews()).ProjectDialogs)
export const UnsentNote = prefetchedComponent(async () => (await loadViews()).UnsentNote)
