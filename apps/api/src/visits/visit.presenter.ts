import type { Visit } from '@pinmark/shared/entities/project'
import { readUntil, type VisitRecord } from './visit.record'

export function presentVisit({ lastSeenNumber, read, ...visit }: VisitRecord): Visit {
  const times = Object.entries(read ?? {}).map(([number, readAt]) => [number, readAt.toISOString()])
  return {
    lastSeenNumber,
    at: readUntil(visit).toISOString(),
    ...(read && { read: Object.fromEntries(times) }),
  }
}
