/** What the build of the web app leaves open as `{{name}}` in the first paint of a project, and the server fills in. */
export type FirstPaintText =
  | 'name'
  | 'description'
  | 'edited'
  | 'describe'
  | 'mayChange'
  | 'mayComment'
  | 'alt'
  | 'width'
  | 'height'
  | 'src'
  | 'narrowSrc'
