/** Parts of the list that are not there at first, in one file. */
export { FreshProject } from './list/fresh-project'
export { LaterCommentsFailed } from './list/later-comments-failed'
export { SearchField } from './list/search-field'
