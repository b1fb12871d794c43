/** The placeholders, `{{name}}`, of the first paint of a project. The build of the web app leaves them, and
 *  the server fills them in. */
export type FirstPaintText =
  | 'name'
  | 'description'
  | 'edited'
  | 'describe'
  | 'version'
  | 'note'
  | 'mayChange'
  | 'mayComment'
  | 'alt'
  | 'width'
  | 'height'
  | 'src'
  | 'narrowSrc'
