/** The window that compares two versions, in one file. */
export { Compare } from './compare/compare'
