import type { Words } from '../../http/words'

export const projectsWords = {
  listProjects: {
    topic: 'Projects',
    summary: 'List my projects',
    description:
      'Sorted by the time of the last edit, newest first. image is a small base64 JPEG without a prefix.',
    answer: 'The projects.',
    errors: ['image_mode_unknown', 'state_unknown'],
  },
  createProject: {
    topic: 'Projects',
    summary: 'Create a project from an image',
    description:
      'Send JSON with the image as a data URL, or a form (multipart/form-data) with the fields name and image. ' +
      'Its design has the title designTitle, or else the name of the project. ' +
      'Each page of a PDF becomes a design, at most 40: pages says which, such as 1-3,7. ' +
      'The project belongs to the account of the token. Errors of this call are plain text; their code is in X-Error-Code.',
    answer: 'The project as in the list.',
    errors: [
      'sign_in_to_create',
      'name_and_image_required',
      'project_name_too_long',
      'name_required',
      'design_title_too_long',
      'name_has_hidden_characters',
      'one_image_expected',
      'idempotency_key_not_valid',
      ...(['pages_not_valid', 'page_not_found', 'too_many_pages', 'pdf_locked', 'pdf_not_readable'] as const),
      'project_limit_reached',
      'server_busy',
    ],
  },
  openProject: {
    topic: 'Projects',
    summary: 'Open a project',
    description:
      'image is a base64 JPEG without a prefix. Comments come by number with their replies inside, all of them or, ' +
      'with comments, a page at a time: pass commentsNext as after. can says what the sender may do.',
    answer: 'The project.',
    errors: ['image_mode_unknown', 'page_size_not_valid', 'project_not_found'],
  },
  changeProject: {
    topic: 'Projects',
    summary: 'Change name, description or both',
    answer: 'The project as in the list.',
    errors: [
      'name_required',
      'project_name_too_long',
      'name_has_hidden_characters',
      'description_not_text',
      'description_too_long',
      'text_has_control_characters',
      'nothing_to_change',
      'sign_in_required',
      'session_ended',
      'not_allowed',
      'project_not_found',
      'too_many_changes',
    ],
  },
  deleteProject: {
    topic: 'Projects',
    summary: 'Move a project to the trash',
    description:
      'Its link ends at once, its image addresses at most a minute later. The owner can restore it for 30 days.',
    answer: 'When it was deleted.',
    errors: ['sign_in_required', 'session_ended', 'not_allowed', 'project_not_found', 'too_many_changes'],
  },
  restoreProject: {
    topic: 'Projects',
    summary: 'Restore a project from the trash',
    answer: 'The project as in the list.',
    errors: ['not_allowed', 'project_not_found', 'project_limit_reached', 'too_many_changes'],
  },
  loadOriginal: {
    topic: 'Images',
    summary: 'Download the image as it was uploaded',
    description: 'For the owner only: the file still contains all metadata of the camera or program.',
    answer: 'The file.',
    errors: ['not_allowed', 'project_not_found', 'design_not_found'],
  },
} satisfies Record<string, Words>
