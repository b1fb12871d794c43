import * as z from 'zod/mini'
import { linkPermissionSchema } from './primitives'

/** What this installation allows: shown on `/plans`, and read by the forms. */
export const instanceSchema = z.object({
  registration: z.enum(['open', 'closed']),
  defaultLinkPermission: linkPermissionSchema,
  /** Where shared links begin when PUBLIC_URL is set; otherwise the page's own origin is used. */
  publicUrl: z.nullable(z.string()),
  /** Whether this server sends mail. */
  mail: z.boolean(),
  maxUploadMb: z.number(),
  maxProjects: z.number(),
  maxStorageGb: z.number(),
  maxCommentsPerProject: z.number(),
})
export type Instance = z.infer<typeof instanceSchema>

/** What health checks answer. */
export const healthSchema = z.object({ status: z.string() })
