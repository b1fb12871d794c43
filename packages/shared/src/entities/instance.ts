import * as z from 'zod/mini'
import { linkPermissionSchema } from './primitives'

/** Public settings of this installation, for `/plans` and for forms. */
export const instanceSchema = z.object({
  /** The version of Pinmark, such as `1.0.0`. */
  version: z.string(),
  /** `open` until there is a first account. */
  registration: z.enum(['open', 'invited', 'closed']),
  defaultLinkPermission: linkPermissionSchema,
  /** Beginning of shared links if PUBLIC_URL is set; otherwise the page's own origin is used. */
  publicUrl: z.nullable(z.string()),
  /** Whether this server sends mail. */
  mail: z.boolean(),
  maxUploadMb: z.number(),
  maxProjects: z.number(),
  maxStorageGb: z.number(),
  maxCommentsPerProject: z.number(),
})
export type Instance = z.infer<typeof instanceSchema>

/** The answer of health checks. */
export const healthSchema = z.object({ status: z.string(), version: z.string() })
