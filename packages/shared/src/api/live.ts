import * as z from 'zod/mini'
import { code } from '../entities/primitives'
import { newVisitSchema, recordedVisitSchema } from '../entities/project'
import { liveEventSchema } from '../events'
import { lastEventIdHeader, viewerNameHeader } from '../paths'
import { endpoint } from './endpoint'

export const followProject = endpoint({
  method: 'GET',
  path: '/projects/:projectId/events',
  access: 'project',
  action: 'view',
  /** Ends after the missed events. A proxy that holds a stream back passes it on then. */
  query: z.object({ once: z.optional(z.literal('true', code('setting_not_valid'))) }),
  headers: [lastEventIdHeader, viewerNameHeader],
  answers: { 200: { contentTypes: ['text/event-stream'], schema: liveEventSchema } },
})

export const recordVisit = endpoint({
  method: 'POST',
  path: '/projects/:projectId/visit',
  access: 'project',
  action: 'view',
  scope: 'comment',
  body: newVisitSchema,
  answers: { 200: recordedVisitSchema },
})
