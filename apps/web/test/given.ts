import type { Instance } from '@pinmark/shared/entities/instance'
import type { ProjectSummary } from '@pinmark/shared/entities/project'
import type { Session } from '@pinmark/shared/entities/user'
import { errorCodeHeader } from '@pinmark/shared/paths'
import { http, HttpResponse } from 'msw'
import { randomId } from '../src/lib/identity'
import { startSession } from '../src/lib/session'
import { server, usualInstance } from './server'

/** An account that is logged in, in this browser. */
export function givenSession(): Session {
  const session = {
    token: `token-${randomId()}`,
    user: { _id: randomId(), name: 'Mara Hald', email: 'mara@studio-hald.test' },
  }
  startSession(session)
  return session
}

export function givenSummary(change: Partial<ProjectSummary> = {}): ProjectSummary {
  const _id = randomId()
  return {
    _id,
    name: 'Landing page',
    description: '',
    updatedAt: '2026-11-14T10:42:00.000Z',
    createdAt: '2026-11-01T08:00:00.000Z',
    deletedAt: null,
    thumbnail: randomId() + randomId(),
    width: 1440,
    height: 900,
    designs: 1,
    owner: { name: 'Mara Hald' },
    isOwner: true,
    members: 0,
    round: { number: 1, closedAt: null, good: 0, changes: 0, verdicts: [] },
    link: { id: _id, permission: 'comment', closedAt: null },
    stats: { open: 0, total: 0, new: 0, last: null },
    ...change,
  }
}

/** Serves the lists of the dashboard. Tests change the arrays, and the next request gets the change. */
export function givenProjects(
  active: ProjectSummary[],
  deleted: ProjectSummary[] = [],
  archived: ProjectSummary[] = [],
): void {
  const lists: Record<string, ProjectSummary[]> = { active, deleted, archived }
  server.use(
    http.get('/projects', ({ request }) =>
      HttpResponse.json(lists[new URL(request.url).searchParams.get('state') ?? 'active']),
    ),
  )
}

export function givenInstance(change: Partial<Instance> = {}): void {
  const instance = { ...usualInstance, ...change }
  server.use(http.get('/instance', () => HttpResponse.json(instance)))
}

/** A refusal as the API sends it. */
export function refusal(status: number, code: string, error: string, headers: Record<string, string> = {}) {
  return HttpResponse.json({ error, code }, { status, headers: { [errorCodeHeader]: code, ...headers } })
}
