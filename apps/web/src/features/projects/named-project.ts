/** What a dialog needs to know of a project. */
export interface NamedProject {
  readonly _id: string
  readonly name: string
}
