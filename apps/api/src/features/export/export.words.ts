import type { Words } from '../../http/words'

export const exportWords = {
  exportProject: {
    topic: 'Projects',
    summary: 'Export comments',
    description:
      'A file for a spreadsheet (csv), a ticket or chat (markdown), a script (json), a program that supports the W3C Web ' +
      'Annotation model (annotations), or a picture of one design with its pins (png). Every comment comes with its ' +
      'direct link. docs/export.md describes the formats. Without version, the file has comments of all versions, and a ' +
      'picture shows the newest one. Without design, a picture shows the first. search is a word of a name or text, or ' +
      'the number of a comment; person a name; mine leaves out the comments of others; numbers is such as 1-3,7; design ' +
      'a list of ids, separated by commas; version newest or, with one design, a number. The order place is from top to ' +
      'bottom.',
    answer: 'The file.',
    errors: [
      'export_format_unknown',
      'export_filter_not_valid',
      'project_not_found',
      'design_not_found',
      'too_many_readings',
      'images_busy',
      'image_took_too_long',
      'no_room_left',
    ],
  },
} satisfies Record<string, Words>
