/** The parts of the dashboard that are fetched after the list, in one file. */
export { ArchivedProjects } from './archived-projects'
export { Offers } from './offers'
export { SelectionBar } from './selection-bar'
