import * as comments from './comments'
import * as designs from './designs'
import type { Endpoint } from './endpoint'
import * as projectExport from './export'
import * as images from './images'
import * as live from './live'
import * as mcp from './mcp'
import * as members from './members'
import * as notices from './notices'
import * as projects from './projects'
import * as rounds from './rounds'
import * as service from './service'
import * as session from './session'
import * as sharing from './sharing'
import * as signOn from './sign-on'
import * as tokens from './tokens'
import * as users from './users'
import * as webhooks from './webhooks'

/** Every endpoint by name, in reading order, for the server, tests and trials. Pages import only the
 *  endpoints that they call. */
export const allEndpoints = {
  ...users,
  ...session,
  ...signOn,
  ...tokens,
  ...webhooks,
  ...notices,
  ...projects,
  ...projectExport,
  ...designs,
  ...rounds,
  ...sharing,
  ...members,
  ...comments,
  ...live,
  ...images,
  ...mcp,
  ...service,
} satisfies Record<string, Endpoint>

export type EndpointName = keyof typeof allEndpoints
