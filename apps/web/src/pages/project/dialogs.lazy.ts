/** The dialogs of the icon bar, in one file. */
export { ProjectDialogs } from './project-dialogs'
