import type { Visit } from '@pinmark/shared/entities/project'
import type { VisitRecord } from '../models/visit'

export function presentVisit({ lastSeenNumber, at }: VisitRecord): Visit {
  return { lastSeenNumber, at: at.toISOString() }
}
