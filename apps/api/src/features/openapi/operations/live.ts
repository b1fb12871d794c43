import { apiRoutes, guestSecretHeader, lastEventIdHeader, viewerNameHeader } from '@pinmark/shared/paths'
import type { Operation } from '../operation'

export const liveOperations: Operation[] = [
  {
    method: 'get',
    path: apiRoutes.projectEvents,
    topic: 'Live',
    summary: 'Follow a project as it changes',
    description: 'Server-sent events; the data of each is JSON. The stream goes on where Last-Event-ID says.',
    access: 'link',
    headers: [
      {
        name: lastEventIdHeader,
        description: 'The id of the last event, at first the position of the project.',
      },
      { name: viewerNameHeader, description: 'Percent-encoded name under which the others see who is here.' },
      { name: guestSecretHeader, description: 'Makes mine and can in the events true for this browser.' },
    ],
    answer: {
      status: 200,
      description: 'The stream of events.',
      schema: 'LiveEvent',
      contentTypes: ['text/event-stream'],
    },
    errors: ['project_not_found'],
  },
  {
    method: 'post',
    path: apiRoutes.projectVisit,
    topic: 'Live',
    summary: 'Remember how far I have read',
    description: 'What has a higher number is new at the next visit. It never goes back.',
    access: 'link',
    headers: [{ name: guestSecretHeader, description: 'Knows the browser of a guest again.' }],
    body: { schema: 'NewVisit' },
    answer: {
      status: 200,
      description: 'How far it is; null for somebody who cannot be known again.',
      schema: 'RecordedVisit',
    },
    errors: ['visit_not_valid', 'project_not_found'],
  },
]
