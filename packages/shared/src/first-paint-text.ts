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
  | 'hasResolved'
  | 'alt'
  | 'width'
  | 'height'
  | 'src'
  | 'narrowSrc'

/** Those inside a `<template data-each>`, which the server repeats for each pin or row. */
export interface FirstPaintParts {
  /** `at` is the value of `inset` in CSS. */
  pin: 'number' | 'at'
  row: 'number' | 'commenter' | 'text' | 'replies'
}
