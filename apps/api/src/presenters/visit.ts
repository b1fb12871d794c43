import type { Visit } from '@pinmark/shared/entities/project'
import type { VisitRecord } from '../models/visit'

export function presentVisit({ lastSeenNumber, at, read }: VisitRecord): Visit {
  const times = Object.entries(read ?? {}).map(([number, readAt]) => [number, readAt.toISOString()])
  return { lastSeenNumber, at: at.toISOString(), ...(read && { read: Object.fromEntries(times) }) }
}
