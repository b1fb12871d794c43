import { homepage, version } from '../../../package.json'

/** The version of Pinmark. It is stated once, in the package.json of the workspace, and becomes part of the build. */
export const pinmarkVersion: string = version
/** The address of the documentation. */
export const documentation: string = homepage
