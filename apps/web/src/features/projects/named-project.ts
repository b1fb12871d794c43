/** The data of a project that a dialog needs. */
export interface NamedProject {
  readonly _id: string
  readonly name: string
}
