/** What a review opens, in one file. The form of a comment and its row come together: when the network is lost in between,
 *  a comment that was written is in the list. */
export { Composer } from '../../features/comments/composer/composer'
export { DraftRows } from '../../features/comments/list/draft-rows'
export { OthersViewing } from '../../features/comments/live/others-viewing'
export { DescriptionForm } from '../../features/projects/description-form'
export { ClosedRound, RoundFoot } from '../../features/rounds/round-foot'
export { ArrivalsChip } from './arrivals-chip'
export { FrameHandle } from './frame-handle'
export { SkipLinks } from './skip-links'
export { FoundOnDesigns } from './found-on-designs'
export { LinkClosed, ModeNote, UnsentNote } from './page-notes'
export { ReviewThreadPopup, ReviewThreadSheet } from './review-thread'
