/** Components that the page fetches once it is idle, in one file. Separate files would each add an entry to the list
 *  of files in the first view. */
export { ClosedRound } from '../../features/rounds/closed-round'
export { RoundFoot } from '../../features/rounds/round-foot'
export { ArrivalsChip } from './arrivals-chip'
export { FoundOnDesigns } from './found-on-designs'
export { LinkClosed } from './link-closed'
export { ModeNote } from './mode-note'
export { ProjectDialogs } from './project-dialogs'
export { UnsentNote } from './unsent-note'
