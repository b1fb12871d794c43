/** What the page draws once it has come to rest, fetched as one file: each file of its own would cost the first view an
 *  entry in the list of files. */
export { ClosedRound } from '../../features/rounds/closed-round'
export { RoundFoot } from '../../features/rounds/round-foot'
export { ArrivalsChip } from './arrivals-chip'
export { LinkClosed } from './link-closed'
export { ModeNote } from './mode-note'
export { ProjectDialogs } from './project-dialogs'
