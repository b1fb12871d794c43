/** The parts of a project with several designs or versions, in one chunk. */
import { lazyComponent } from '../../ui/lazy-component'

const loadVersions = () => import('./versions/versions')
export const VersionsHeading = lazyComponent(async () => (await loadVersions()).VersionsHeading)
export const VersionsNoteBar = lazyComponent(async () => (await loadVersions()).VersionsNoteBar)
export const PhoneVersions = lazyComponent(async () => (await loadVersions()).PhoneVersions)
export const VersionsStrip = lazyComponent(async () => (await loadVersions()).VersionsStrip)
export const VersionsEffects = lazyComponent(async () => (await loadVersions()).VersionsEffects)
