import { expect, test } from 'vitest'
import { readSvgHead, sizeOfViewBox } from './svg-head'

const bytesOf = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0))
const head = (text: string) => readSvgHead(bytesOf(text))

test.each([
  ['alone', '<svg/>'],
  ['after a declaration, comments and instructions', '<?xml version="1.0"?><!-- <b> --> <?x y?>\n<svg >'],
  ['after a document type with entities', '<!DOCTYPE svg [<!ENTITY a "]>"><!-- > -->]><svg>'],
  ['with a prefix', '<v:svg xmlns:v="http://www.w3.org/2000/svg">'],
  ['after a long comment', `<!--${'-'.repeat(200_000)}--><svg>`],
])('a root %s is found', (_where, text) => {
  expect(text.slice(head(text)?.rootAt)).toMatch(/^<(?:v:)?svg/)
})

test.each([
  ['a page', '<!doctype html><svg>'],
  ['another root', '<svgs/>'],
  ['a text before it', 'text <svg/>'],
  ['a comment that does not end', '<!-- <svg/>'],
  ['a tag that does not end', '<svg width="1'],
  ['an unknown encoding', '<?xml version="1.0" encoding="EBCDIC-77"?><svg/>'],
  ['a document type that does not end', '<!DOCTYPE svg [<svg/>'],
])('%s is not an SVG', (_what, text) => {
  expect(head(text)).toBeNull()
})

test.each([
  ['<?xml version="1.0" encoding="iso-8859-1"?><svg/>', 'windows-1252'],
  ['<?xml version="1.0" encoding="Shift_JIS"?><svg/>', 'shift_jis'],
  ['\xef\xbb\xbf<svg/>', 'utf-8'],
  ['\xff\xfe<\0s\0v\0g\0/\0>\0', 'utf-16le'],
  ['\0<\0s\0v\0g\0/\0>', 'utf-16be'],
])('the encoding of %j is %s', (text, encoding) => {
  expect(head(text)).toMatchObject({ encoding })
})

test.each([
  ['viewBox="0 0 20 10"', { width: 20, height: 10 }],
  ["viewBox='0,0,20,10' width='100%'", { width: 20, height: 10 }],
  ['viewBox="0 0 20 10" width="40"', null],
  ['viewBox="0 0 20 10" style="width: 9em"', null],
  ['viewBox="0 0 20 0"', null],
  ['', null],
])('a root with %s has the size of its view box if it has none of its own', (attributes, size) => {
  const found = head(`<svg ${attributes}>`)
  expect(found && sizeOfViewBox(found)).toEqual(size)
})
