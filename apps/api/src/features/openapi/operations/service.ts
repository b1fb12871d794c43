import { apiRoutes } from '@pinmark/shared/paths'
import type { Operation } from '../operation'

export const serviceOperations: Operation[] = [
  {
    method: 'get',
    path: apiRoutes.image,
    topic: 'Images',
    summary: 'Load a picture',
    description:
      'rendition is view, narrow, thumbnail or jpeg. The id is the _id of an image in a project, or its thumbnail, and ' +
      'is a capability: it needs no header. Its picture never changes: keep it as long as you like. The id that a link ' +
      'gave out ends with the link, at most a minute after it is closed, replaced, past its end or trashed. The owner ' +
      'gets ids of their own, which end when the project is trashed, the password changes, the owner logs out ' +
      'everywhere or deletes the account. Takes If-None-Match and Range. narrow is a lighter picture for small ' +
      'screens; where a version has no narrowWidth there is none.',
    access: 'none',
    answer: { status: 200, description: 'The bytes.', contentTypes: ['image/webp', 'image/jpeg'] },
    errors: ['image_not_found'],
  },
  {
    method: 'get',
    path: apiRoutes.original,
    topic: 'Images',
    summary: 'Download the image as it was uploaded',
    description: 'For the owner alone: it still has everything in it that the camera or program wrote.',
    access: 'required',
    answer: { status: 200, description: 'The file.', contentTypes: ['application/octet-stream'] },
    errors: ['not_allowed', 'project_not_found', 'design_not_found'],
  },
  {
    method: 'get',
    path: apiRoutes.instance,
    topic: 'Service',
    summary: 'Show what this installation allows',
    access: 'none',
    answer: { status: 200, description: 'Limits and settings.', schema: 'Instance' },
    errors: [],
  },
  {
    method: 'get',
    path: apiRoutes.health,
    topic: 'Service',
    summary: 'Tell whether the server lives',
    access: 'none',
    answer: { status: 200, description: 'It does.', schema: 'Health' },
    errors: [],
  },
  {
    method: 'get',
    path: apiRoutes.ready,
    topic: 'Service',
    summary: 'Tell whether the server can do its work',
    access: 'none',
    answer: { status: 200, description: 'It can.', schema: 'Health' },
    errors: ['not_ready', 'database_unavailable'],
  },
  {
    method: 'get',
    path: apiRoutes.openapi,
    topic: 'Service',
    summary: 'This description of the API, for programs',
    access: 'none',
    answer: { status: 200, description: 'An OpenAPI 3.1 document.', contentTypes: ['application/json'] },
    errors: [],
  },
  {
    method: 'get',
    path: apiRoutes.docs,
    topic: 'Service',
    summary: 'This description of the API, for people',
    access: 'none',
    answer: { status: 200, description: 'A page.', contentTypes: ['text/html'] },
    errors: [],
  },
]
