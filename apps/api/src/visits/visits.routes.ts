import { recordVisit } from '@pinmark/shared/api/live'
import { LocalCounter, RateCounter } from '../http/limits/rate-counter'
import type { Config } from '../config'
import { jsonRoute, type Route, type Words } from '../http/route'
import { hasRoom, type DiskRoom } from '../base/disk-room'
import * as visits from './visits.service'

export const visitsWords = {
  recordVisit: {
    summary: 'Store what I have read',
    description:
      'Threads up to `number` are read then, or with `alone` only the thread with this number. ' +
      'Their replies are read up to `until`. ' +
      'Nothing that was read becomes new again, except a thread by a later reply.',
    answer: 'What is read; null for a visitor who cannot be recognised, and when too many visits arrive.',
    errors: ['visit_not_valid', 'date_not_valid', 'project_not_found'],
  },
} satisfies Record<string, Words>

export function visitsRoutes({ rates }: Config, room: DiskRoom): Route[] {
  const counters = {
    visits: new LocalCounter('visit', rates),
    newVisitors: RateCounter.of('visitorOfDay', rates),
  }

  return [
    jsonRoute(recordVisit, async ({ actor, params, body }) => ({
      // The page records visits on its own, so no user needs to know that one was not stored.
      visit: hasRoom(room) ? await visits.recordVisit(actor, params.projectId, body, counters) : null,
    })),
  ]
}
