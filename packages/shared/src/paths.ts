/** Every address of the API, as templates for the server (`apiRoutes`) and as functions for the client (`apiPaths`). */
export const apiRoutes = {
  projects: '/projects',
  project: '/projects/:projectId',
  projectSettings: '/projects/:projectId/settings',
  projectLink: '/projects/:projectId/link',
  projectRestore: '/projects/:projectId/restore',
  projectEvents: '/projects/:projectId/events',
  projectVisit: '/projects/:projectId/visit',
  original: '/projects/:projectId/designs/:designId/versions/:versionId/original',
  addComment: '/comment/add/:projectId',
  comment: '/projects/:projectId/comments/:commentId',
  replies: '/projects/:projectId/comments/:commentId/replies',
  login: '/users/login',
  register: '/users/register',
  logout: '/users/logout',
  logoutEverywhere: '/users/logout-everywhere',
  password: '/users/password',
  accountDeletion: '/users/deletion',
  accountExport: '/users/export',
  me: '/users/me',
  image: '/images/:imageId/:rendition',
  health: '/healthz',
  ready: '/readyz',
  instance: '/instance',
  openapi: '/openapi.json',
  docs: '/docs',
} as const

/** For whoever runs the server, and only where he has opened it; no part of the API. */
export const metricsPath = '/metrics'

/** The forms of a picture that anyone with its address gets. Not every picture has a narrow one. */
export const servedRenditions = ['view', 'narrow', 'thumbnail', 'jpeg'] as const
export type ServedRendition = (typeof servedRenditions)[number]

const encode = encodeURIComponent

export const apiPaths = {
  projects: () => '/projects',
  project: (projectId: string) => `/projects/${encode(projectId)}`,
  projectSettings: (projectId: string) => `/projects/${encode(projectId)}/settings`,
  projectLink: (projectId: string) => `/projects/${encode(projectId)}/link`,
  projectRestore: (projectId: string) => `/projects/${encode(projectId)}/restore`,
  projectEvents: (projectId: string) => `/projects/${encode(projectId)}/events`,
  projectVisit: (projectId: string) => `/projects/${encode(projectId)}/visit`,
  addComment: (projectId: string) => `/comment/add/${encode(projectId)}`,
  comment: (projectId: string, commentId: string) =>
    `/projects/${encode(projectId)}/comments/${encode(commentId)}`,
  replies: (projectId: string, commentId: string) =>
    `/projects/${encode(projectId)}/comments/${encode(commentId)}/replies`,
  login: () => '/users/login',
  register: () => '/users/register',
  logout: () => '/users/logout',
  logoutEverywhere: () => '/users/logout-everywhere',
  password: () => '/users/password',
  accountDeletion: () => '/users/deletion',
  accountExport: () => '/users/export',
  me: () => '/users/me',
  /** @param imageKey `_id` of an image in a project, or its `thumbnail` */
  image: (imageKey: string, rendition: ServedRendition) => `/images/${encode(imageKey)}/${rendition}`,
  instance: () => '/instance',
} as const

/** Every page of the web app. */
export const pageRoutes = {
  dashboard: '/',
  login: '/login',
  register: '/register',
  project: '/project/:projectId',
  plans: '/plans',
  account: '/account',
} as const

export const pagePaths = {
  project: (projectId: string) => `/project/${encode(projectId)}`,
} as const

/** Header with the browser's guest secret: what makes "mine" true for somebody without an account. */
export const guestSecretHeader = 'X-Guest-Secret'
export const errorCodeHeader = 'X-Error-Code'
export const idempotencyKeyHeader = 'Idempotency-Key'
/** Where a live stream goes on: the `id` of the last event, at first the project's `position`. */
export const lastEventIdHeader = 'Last-Event-ID'
/** Percent-encoded name under which others see that somebody is here; left out while he has not said it. */
export const viewerNameHeader = 'X-Viewer-Name'
