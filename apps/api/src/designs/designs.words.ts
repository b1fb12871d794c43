import type { ErrorCode } from '@pinmark/shared/messages'
import type { Words } from '../http/route'

const owners: ErrorCode[] = ['not_allowed', 'project_not_found', 'too_many_changes']
const pdfs: ErrorCode[] = ['pages_not_valid', 'page_not_found', 'pdf_locked', 'pdf_not_readable']
const ofDesign: ErrorCode[] = [...owners, 'design_not_found']

export const designsWords = {
  addDesigns: {
    summary: 'Add designs to a project',
    description:
      'Send a form (multipart/form-data) with up to 50 files in the field image. Each becomes a design, named after its ' +
      'file, after the existing ones. Each page of a PDF becomes a design, at most 40 at a time: pages says which, such as ' +
      '1-3,7; the default is all. A refused file is listed under failed and does not stop the others. When no file ' +
      'could be added, the answer is the refusal of the first one. A file in the field drawn, after an SVG, is a PNG of ' +
      'it, which is then shown in its place. A file in the field lines, after a picture, is the JSON of its text, as for a version.',
    answer: 'The designs that were added, and the files that were not.',
    errors: [
      ...owners,
      'form_expected',
      'image_required',
      'too_many_files',
      'idempotency_key_not_valid',
      ...pdfs,
      'too_many_pages',
      'design_limit_reached',
      'version_limit_reached',
    ],
  },
  changeDesign: {
    summary: 'Rename or move a design',
    description: 'The first design is the picture of the project.',
    answer: 'The design.',
    errors: [
      ...ofDesign,
      'name_required',
      'design_title_too_long',
      'name_has_hidden_characters',
      'design_position_not_valid',
      'no_change_to_design',
    ],
  },
  deleteDesign: {
    summary: 'Move a design to the trash',
    description:
      'Its versions and their comments are deleted and restored with it. The owner can restore it for 30 days. ' +
      'A project keeps at least one design.',
    answer: 'When it was deleted.',
    errors: [...ofDesign, 'last_design'],
  },
  restoreDesign: {
    summary: 'Restore a design from the trash',
    answer: 'The design.',
    errors: [...ofDesign, 'design_limit_reached'],
  },
  addVersion: {
    summary: 'Add a version to a design',
    description:
      'Send a form (multipart/form-data) with one file in the field image, what changed in note, and in round the round ' +
      'that the version belongs to; the default is the next one. The server gives the number and never reuses it. An ' +
      'image with the same pixels as the newest version makes no version: the answer is 200 with the newest one. For a ' +
      'PDF with several pages, pages says which one it is. A design named Landing v1 is named Landing after the file ' +
      'landing-v2.png, because it now has two versions. The field drawn may follow the image with a PNG of an SVG, which ' +
      'is then shown in its place. The field lines may follow it with a JSON file of the text in the picture: a list of ' +
      '{ text, box: [x, y, width, height], selector, role }, the last two optional, in pixels of the picture. Without it, text ' +
      'is read from PDF and SVG.',
    answer:
      'The new version or, with 200, the newest one, which has the same pixels; and the title of its design.',
    errors: [
      ...ofDesign,
      'form_expected',
      'image_required',
      'one_image_expected',
      'idempotency_key_not_valid',
      ...pdfs,
      'one_page_expected',
      'note_not_valid',
      'note_too_long',
      'text_has_control_characters',
      'round_not_valid',
      'version_limit_reached',
    ],
  },
  removeVersion: {
    summary: 'Move the newest version of a design to the trash',
    description:
      'The version before it is the newest again. Comments made on the removed version are removed and restored with it.',
    answer: 'When it was removed.',
    errors: [...ofDesign, 'last_version', 'not_newest_version'],
  },
  restoreVersion: {
    summary: 'Restore a version from the trash',
    description: 'It keeps its number, and comes after any version that was added meanwhile.',
    answer: 'The version.',
    errors: ofDesign,
  },
  renewVersion: {
    summary: 'Make an older version the newest',
    description:
      'Adds a version with the same image, so that the history stays. Comments are placed on it as after an upload. If the ' +
      'newest version has the same pixels, none is added.',
    answer: 'The newest version.',
    errors: [...ofDesign, 'version_limit_reached', 'storage_limit_reached'],
  },
  listChanges: {
    summary: 'List the changes between two versions of a design',
    description:
      'from and to are numbers of versions; the default is the newest two. runs are the rows that both versions have. All ' +
      'positions are in pixels of their version. A pair is compared at its first request, which takes a moment.',
    answer: 'The changes and the runs, from top to bottom.',
    errors: [
      'version_number_not_valid',
      'project_not_found',
      'design_not_found',
      'images_busy',
      'image_took_too_long',
      'too_many_readings',
    ],
  },
  storeBuild: {
    summary: 'Store a picture of the built page as the build of a version',
    description:
      'Send a form (multipart/form-data) with one file in the field image, and perhaps drawn and lines, as for a version. A ' +
      'version has one build, and the next one replaces it. A build is not a version: it has no number, opens no round and ' +
      'takes no comments. A picture with the same pixels as the build changes nothing.',
    answer: 'The version with its build.',
    errors: [
      ...ofDesign,
      'form_expected',
      'image_required',
      'one_image_expected',
      ...pdfs,
      'one_page_expected',
    ],
  },
  removeBuild: {
    summary: 'Remove the build of a version',
    description: 'It cannot be restored. Without a build, nothing changes.',
    answer: 'The version.',
    errors: ofDesign,
  },
  listDifferences: {
    summary: 'List the differences between a version and its build',
    description:
      'before is in pixels of the version, after in pixels of the build. shift, size, colour and words say what differs. A ' +
      'build is compared at its first request, which takes a moment.',
    answer: 'The differences and the rows that both have, from top to bottom.',
    errors: [
      'project_not_found',
      'design_not_found',
      'build_not_found',
      'images_busy',
      'image_took_too_long',
      'too_many_readings',
    ],
  },
  listLines: {
    summary: 'List the text in a version',
    description:
      'Each line has a box of left, top, width and height in pixels of the version. Text comes from PDF and SVG, or from the ' +
      'program that sent the version.',
    answer: 'The lines; none for a picture whose text is not known.',
    errors: ['project_not_found', 'design_not_found', 'too_many_readings'],
  },
  findTexts: {
    summary: 'Find text in designs',
    description: 'Searches the newest version of each design. Case and accents make no difference.',
    answer: 'The first 50 lines that contain the words, in the order of the designs.',
    errors: ['project_not_found', 'export_filter_not_valid', 'too_many_readings'],
  },
  listPages: {
    summary: 'List the pages of a PDF',
    description:
      'Send a form (multipart/form-data) with a PDF in the field image, to choose pages before they are added. Nothing is ' +
      'stored. The answer has the sizes of the first 200 pages, and small pictures of those for which there was time.',
    answer: 'The pages.',
    errors: [
      'sign_in_required',
      'session_ended',
      'form_expected',
      'image_required',
      'one_image_expected',
      'pdf_expected',
      'pdf_locked',
      'pdf_not_readable',
    ],
  },
  listTrash: {
    summary: 'List the deleted designs and versions of a project',
    answer: 'What can be restored, last deleted first.',
    errors: ['not_allowed', 'project_not_found'],
  },
} satisfies Record<string, Words>
