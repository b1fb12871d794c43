import { lazyParts } from '../../ui/lazy'

/** The parts of the page that visitors who look at the design first do not need yet. */
const review = lazyParts(() => import('./review.lazy'))
export const ArrivalsChip = review((file) => file.ArrivalsChip)
export const ClosedRound = review((file) => file.ClosedRound)
export const Composer = review((file) => file.Composer)
export const DescriptionForm = review((file) => file.DescriptionForm)
export const DraftRows = review((file) => file.DraftRows)
export const FrameHandle = review((file) => file.FrameHandle, { isFirst: true })
export const SkipLinks = review((file) => file.SkipLinks, { isFirst: true })
export const FoundOnDesigns = review((file) => file.FoundOnDesigns)
export const LinkClosed = review((file) => file.LinkClosed)
export const ModeNote = review((file) => file.ModeNote)
export const OthersViewing = review((file) => file.OthersViewing)
export const RoundFoot = review((file) => file.RoundFoot, { isFirst: true })
export const ThreadPopup = review((file) => file.ReviewThreadPopup)
export const ThreadSheet = review((file) => file.ReviewThreadSheet)
export const UnsentNote = review((file) => file.UnsentNote)

export const Drawing = lazyParts(() => import('../../features/canvas/canvas.lazy'))((file) => file.Drawing)

export const FileArrival = lazyParts(() => import('./versions/file-arrival'))((file) => file.FileArrival)

const dialogs = lazyParts(() => import('./project-dialogs'))
export const ProjectDialogs = dialogs((file) => file.ProjectDialogs)

/** Only for a project with several designs or versions. */
const versions = lazyParts(() => import('./versions.lazy'), { isPrefetched: false })
export const VersionsEffects = versions((file) => file.VersionsEffects)
export const VersionsHeading = versions((file) => file.VersionsHeading)
export const VersionsNoteBar = versions((file) => file.VersionsNoteBar)
export const VersionsSheet = versions((file) => file.VersionsSheet)
export const VersionsStrip = versions((file) => file.VersionsStrip)
