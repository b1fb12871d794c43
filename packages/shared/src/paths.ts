/** For operators of a server with METRICS_TOKEN; not part of the API. */
export const metricsPath = '/metrics'

/** The renditions of a picture that anyone with its address gets. Not every picture has a narrow one, nor one for the
 *  previews of links. */
export const servedRenditions = ['view', 'narrow', 'thumbnail', 'jpeg', 'preview'] as const
export type ServedRendition = (typeof servedRenditions)[number]

/** The page My Projects. */
export const dashboardPath = '/'

/** Every page of the web app. */
export const pageRoutes = {
  dashboard: dashboardPath,
  login: '/login',
  register: '/register',
  project: '/project/:projectId',
  report: '/project/:projectId/report',
  plans: '/plans',
  account: '/account',
  /** Webhooks and API tokens. */
  developers: '/account/developers',
  /** Where the issuer of single sign-on sends the browser back to. */
  signOn: '/sign-on',
  forgot: '/forgot',
  /** The token is after a #, which no browser sends. */
  reset: '/reset',
  /** Like the one for a new password. */
  confirm: '/confirm',
  stop: '/stop/:stopToken',
  join: '/join/:joinToken',
} as const

export const pagePaths = {
  project: (projectId: string) => `/project/${encodeURIComponent(projectId)}`,
  report: (projectId: string) => `/project/${encodeURIComponent(projectId)}/report`,
  stop: (stopToken: string) => `/stop/${encodeURIComponent(stopToken)}`,
} as const

/** The link in the address of a project's page or report, and which of the two it is. */
export const linkInPage = /^\/project\/([\w-]+)(\/report)?\/?$/

/** Paths of the endpoints of all projects and of one. The first script of a page needs them without their schemas. */
export const projectsPath = '/projects'
export const projectPath = '/projects/:projectId'

/** Header with the browser's guest secret. It marks the comments of a visitor without an account as "mine". */
export const guestSecretHeader = 'X-Guest-Secret'
/** Header with the token for a link with a password. */
export const linkTokenHeader = 'X-Link-Token'
/** Header with the token of a login. It takes precedence over `Authorization`, which belongs to a proxy that asks for a
 *  login of its own. */
export const sessionTokenHeader = 'X-Session-Token'
export const errorCodeHeader = 'X-Error-Code'
/** The values in the sentence of an error, as in a query: `size=31&limit=25`. */
export const errorParamsHeader = 'X-Error-Params'
export const idempotencyKeyHeader = 'Idempotency-Key'
/** Where a live stream continues: the `id` of the last event, at first the project's `position`. */
export const lastEventIdHeader = 'Last-Event-ID'
/** Percent-encoded name under which others see this visitor; missing until they have entered one. */
export const viewerNameHeader = 'X-Viewer-Name'
