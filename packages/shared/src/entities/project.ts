import * as z from 'zod/mini'
import { limits } from '../limits'
import { commentSchema } from './comment'
import {
  code,
  imageKeySchema,
  linkPermissionSchema,
  nameSchema,
  projectNameSchema,
  publicIdSchema,
  sentTimeSchema,
  textSchema,
  timestampSchema,
} from './primitives'
import { roundSchema, roundSummarySchema } from './round'

/** The data that a page needs to lay out a stored image before its bytes arrive. */
export const imageSummarySchema = z.object({
  /** Key for `/images/{id}/{rendition}`. The owner's differs from that of the link. */
  _id: imageKeySchema,
  /** Natural size in pixels, upright. */
  width: z.number(),
  height: z.number(),
  /** Data URL of a preview about 20 px wide; empty for a version that is not the newest of its design. */
  placeholder: z.string(),
  /** Width in pixels of `/images/{id}/narrow`, a lossy picture for the first view on a phone. Missing without
   *  one, for a design that is hardly wider. */
  narrowWidth: z.optional(z.number()),
})
export type ImageSummary = z.infer<typeof imageSummarySchema>

/** A picture of the page that was built after a version. It is not a version: it has no number, opens no round and takes no
 *  comments. */
export const buildSchema = z.object({
  _id: publicIdSchema,
  /** Its placeholder is empty. */
  image: imageSummarySchema,
  createdAt: timestampSchema,
})
export type Build = z.infer<typeof buildSchema>

export const versionSchema = z.object({
  _id: publicIdSchema,
  /** 1 for the first upload of a design; never reused, even after a removal. */
  number: z.number(),
  image: imageSummarySchema,
  createdAt: timestampSchema,
  /** What changed, in the owner's words; empty without a note. */
  note: z.string(),
  /** The round during which it arrived. */
  round: z.number(),
  /** The comments of older versions are still being placed on it, or could not be placed: then they are all
   *  to check. Missing once it is done. */
  placing: z.optional(z.enum(['pending', 'failed'])),
  /** What the image lacks of its file, a sentence each: its end is missing, or a font. Missing if it lacks nothing. */
  warnings: z.optional(z.array(z.string())),
  /** Missing for a version without one. */
  build: z.optional(buildSchema),
})
export type Version = z.infer<typeof versionSchema>

export const designSchema = z.object({
  _id: publicIdSchema,
  title: z.string(),
  /** Oldest first. The last one is the newest, which is shown and takes comments. */
  versions: z.array(versionSchema).check(z.minLength(1)),
})
export type Design = z.infer<typeof designSchema>

export const linkSchema = z.object({
  /** The id in the shared address. */
  id: publicIdSchema,
  permission: linkPermissionSchema,
  /** Set while the link is closed for everyone but the owner. */
  closedAt: z.nullable(timestampSchema),
  /** For the owner: set while guests need a password. */
  password: z.optional(z.object({ setAt: timestampSchema })),
  /** For the owner, if an end is set: what the link allows after it. */
  end: z.optional(z.object({ at: timestampSchema, to: z.enum(['view', 'closed']) })),
})
export type Link = z.infer<typeof linkSchema>

/** What the caller may do with the project, decided by the server. */
export const projectCanSchema = z.object({
  comment: z.boolean(),
  rename: z.boolean(),
  delete: z.boolean(),
  /** Resolve the threads of others. For the caller's own, see `can` of the comment. */
  resolve: z.boolean(),
  /** Link settings, restore, deleting anyone's comment: for the owner and the members. */
  manage: z.boolean(),
  /** Invite and remove members, hand the project over: for the owner. */
  own: z.boolean(),
})
export type ProjectCan = z.infer<typeof projectCanSchema>

const lastCommentSchema = z.object({
  commenter: z.string(),
  text: z.string(),
  createdAt: timestampSchema,
  /** Written by the owner or a member. */
  byOwner: z.boolean(),
})

/** A project in the list of its owner or of a member. */
export const projectSummarySchema = z.object({
  _id: publicIdSchema,
  name: z.string(),
  description: z.string(),
  /** Changed by rename, description, new design and new version; never by a comment. */
  updatedAt: timestampSchema,
  createdAt: timestampSchema,
  deletedAt: z.nullable(timestampSchema),
  /** base64 JPEG without a prefix, at most 40 KB; missing with `?image=none`. */
  image: z.optional(z.string()),
  /** Image id for `/images/{id}/thumbnail`. */
  thumbnail: imageKeySchema,
  /** Natural size of the first design, so that a card can be laid out before its picture arrives. */
  width: z.number(),
  height: z.number(),
  /** Number of designs of the project. */
  designs: z.number(),
  owner: z.object({ name: z.string() }),
  /** Whether the caller is the owner. */
  isOwner: z.boolean(),
  /** Number of members. */
  members: z.number(),
  /** For a member: whether the owner offers them the project; missing without an offer. */
  isOffered: z.optional(z.boolean()),
  /** For its designers: their labels, missing without any. */
  labels: z.optional(z.array(z.string())),
  /** For its designers: when it was taken out of the list; missing while it is in it. */
  archivedAt: z.optional(timestampSchema),
  round: roundSummarySchema,
  link: linkSchema,
  stats: z.object({
    open: z.number(),
    total: z.number(),
    /** Threads that others created or answered since the last visit of the caller; 0 for guests. */
    new: z.number(),
    last: z.nullable(lastCommentSchema),
  }),
})
export type ProjectSummary = z.infer<typeof projectSummarySchema>

export const projectListSchema = z.array(projectSummarySchema)

/** What the caller has read. */
export const visitSchema = z.object({
  /** Threads with a higher number are new to them. */
  lastSeenNumber: z.number(),
  /** Replies written after this time are new to them. */
  at: timestampSchema,
  /** Threads that they opened since, by number, each with the time up to which its messages are read. */
  read: z.optional(z.record(z.string(), timestampSchema)),
})
export type Visit = z.infer<typeof visitSchema>

export const newVisitSchema = z.object({
  /** The highest thread number that the caller has read. All threads up to it are read then, with all replies. */
  number: z.int(code('visit_not_valid')).check(z.nonnegative()),
  /** Only the thread with this number is read. */
  alone: z.optional(z.boolean(code('visit_not_valid'))),
  /** The time of the latest reply that the caller has received. Later replies stay new. Default: now. */
  until: z.optional(sentTimeSchema('date_not_valid')),
})
export type NewVisit = z.infer<typeof newVisitSchema>

/** Null for a browser that cannot be recognised. */
export const recordedVisitSchema = z.object({ visit: z.nullable(visitSchema) })

/** A project opened by its owner, by a member or by its link. */
export const projectSchema = z.object({
  /** The id for API calls: the permanent one for the owner and the members, the link for everyone else. */
  _id: publicIdSchema,
  /** Stays the same when the owner makes a new link. Drafts are stored under it. */
  permanentId: publicIdSchema,
  name: z.string(),
  description: z.string(),
  updatedAt: timestampSchema,
  createdAt: timestampSchema,
  /** base64 JPEG without a prefix; missing with `?image=none`. */
  image: z.optional(z.string()),
  owner: z.object({ name: z.string() }),
  /** Whether the caller is the owner. */
  isOwner: z.boolean(),
  /** Whether the caller is a member. */
  isMember: z.boolean(),
  link: linkSchema,
  can: projectCanSchema,
  designs: z.array(designSchema).check(z.minLength(1)),
  round: roundSchema,
  /** Threads by number, with their replies. */
  comments: z.array(commentSchema),
  /** Value of `?after=` for the next page; null after the last one. */
  commentsNext: z.nullable(z.number()),
  stats: z.object({ open: z.number(), total: z.number() }),
  /** Visitors who have commented can get mail about replies. Missing if the server sends none, and for the
   *  owner and the members. */
  replyMail: z.optional(z.boolean()),
  /** Null on the first visit, and for a browser without a guest secret. */
  visit: z.optional(z.nullable(visitSchema)),
  /** Whether anyone else has seen the project; only for designers, and only until the first comment. */
  isSeen: z.optional(z.boolean()),
  /** The position of this answer among the live events. Sent as `Last-Event-ID`, the stream begins right
   *  after it. */
  position: z.optional(z.nullable(z.string())),
})
export type Project = z.infer<typeof projectSchema>

const descriptionSchema = textSchema({
  notText: 'description_not_text',
  tooLong: 'description_too_long',
  max: limits.projectDescription.max,
})

export const designTitleSchema = nameSchema({
  required: 'name_required',
  tooLong: 'design_title_too_long',
  max: limits.designTitle.max,
})

/** A missing and a blank name get the same sentence of the specification. */
export const newProjectSchema = z.object({
  name: nameSchema({
    required: 'name_and_image_required',
    tooLong: 'project_name_too_long',
    max: limits.projectName.max,
  }),
  image: z.string(code('name_and_image_required')).check(z.minLength(1)),
  /** The title of its design; the name of the project when left out. Pages of a PDF add their number. */
  designTitle: z.optional(designTitleSchema),
})

/** The same as a form. The server reads the file itself. */
export const newProjectFormSchema = z.object({
  ...newProjectSchema.shape,
  image: z.file(),
  /** A PNG of an SVG, drawn by the browser of the sender. */
  drawn: z.optional(z.file()),
  /** JSON of the lines of text that a program has captured with the picture. */
  lines: z.optional(z.file()),
})

export const projectChangeSchema = z
  .object({ name: z.optional(projectNameSchema), description: z.optional(descriptionSchema) })
  .check(
    z.refine(({ name, description }) => name !== undefined || description !== undefined, {
      error: code('nothing_to_change'),
    }),
  )
export type ProjectChange = z.infer<typeof projectChangeSchema>

const labelSchema = nameSchema({
  required: 'labels_not_valid',
  tooLong: 'labels_not_valid',
  max: limits.label.max,
})

const labelsSchema = z.optional(
  z
    .array(labelSchema, code('labels_not_valid'))
    .check(z.maxLength(limits.labelsPerProject, code('labels_not_valid'))),
)

/** Where a project is found among many. */
export const orderChangeSchema = z
  .object({
    /** True takes it out of the list. Its link works on. */
    archived: z.optional(z.boolean(code('setting_not_valid'))),
    /** All labels. Others that were added meanwhile are lost. */
    labels: labelsSchema,
    /** The labels stay that neither this nor `removeLabels` names. */
    addLabels: labelsSchema,
    removeLabels: labelsSchema,
  })
  .check(
    z.refine((change) => Object.values(change).some((value) => value !== undefined), {
      error: code('no_change_to_order'),
    }),
  )
export type OrderChange = z.infer<typeof orderChangeSchema>

/** The only field of the rename dialog. */
export const renameSchema = z.object({ name: projectNameSchema })
