import * as z from 'zod/mini'
import { guestSecretPattern, imageKeyPattern, publicIdPattern } from '../id-patterns'
import { limits } from '../limits'
import type { ErrorCode } from '../messages'
import {
  codePointLength,
  hasControlCharacters,
  hasHiddenCharacters,
  isBlank,
  normalizeLineEnds,
  normalizeName,
} from '../text'

/** Schemas name the error code; its sentence is in the catalogue. The code of a schema also applies to its
 *  checks, unless they have their own. */
export const code = (errorCode: ErrorCode): ErrorCode => errorCode

export const publicIdSchema = z.string().check(z.regex(publicIdPattern))

/** An id that a client sends, refused with `error` if it has another format. */
export const sentIdSchema = (error: ErrorCode) => z.string(error).check(z.regex(publicIdPattern))

export const imageKeySchema = z.string().check(z.regex(imageKeyPattern))

export const guestSecretSchema = z.string(code('guest_secret_not_valid')).check(z.regex(guestSecretPattern))

/** A time as the server writes it. */
export const timestampSchema = z.iso.datetime()

/** A time that a client sends, with its offset from UTC. Its year in UTC has four digits, because others are written in
 *  a form that most readers do not accept as an ISO timestamp.
 *  @param isOffsetOptional the offset may be missing */
export function sentTimeSchema(error: ErrorCode, { isOffsetOptional = false } = {}) {
  return z.iso.datetime({ error, offset: true, local: isOffsetOptional }).check(
    z.refine((time) => {
      const year = new Date(time).getUTCFullYear()
      // An unreadable time has no year, and was refused above.
      return !(year < 0 || year > 9_999)
    }, error),
  )
}

interface Facts {
  minimum?: number
  maximum?: number
  format?: 'name' | 'text' | 'new-password' | 'web-address'
}

/** A check in code, with its meaning for the API document: limits in code points, as JSON Schema counts them,
 *  and a format that the server describes. */
export function documented<Check extends z.core.$ZodCheck>(facts: Facts, check: Check): Check {
  check._zod.onattach.push(({ _zod }) => Object.assign(_zod.bag, facts))
  return check
}

interface NameCodes {
  required: ErrorCode
  tooLong: ErrorCode
  max: number
}

/** One line of text that names a person or a project: NFC, trimmed, without hidden characters. */
export function nameSchema({ required, tooLong, max }: NameCodes) {
  return z.string(required).check(
    z.overwrite((name) => (name.isWellFormed() ? normalizeName(name) : name)),
    z.refine((name) => !isBlank(name), { error: required, abort: true }),
    documented(
      { format: 'name', minimum: 1, maximum: max },
      z.refine((name) => codePointLength(name) <= max, { error: tooLong, abort: true }),
    ),
    z.refine(
      (name) => !hasControlCharacters(name) && !hasHiddenCharacters(name),
      code('name_has_hidden_characters'),
    ),
  )
}

interface TextCodes {
  notText: ErrorCode
  tooLong: ErrorCode
  max: number
}

/** Text with several lines. It is stored as typed, except that line ends become LF. */
export function textSchema({ notText, tooLong, max }: TextCodes) {
  return z.string(notText).check(
    z.overwrite(normalizeLineEnds),
    documented(
      { format: 'text', maximum: max },
      z.refine((text) => codePointLength(text) <= max, { error: tooLong, abort: true }),
    ),
    z.refine((text) => !hasControlCharacters(text), code('text_has_control_characters')),
  )
}

export const linkPermissionSchema = z.enum(['view', 'comment', 'manage'], code('link_permission_unknown'))
export type LinkPermission = z.infer<typeof linkPermissionSchema>

export const projectNameSchema = nameSchema({
  required: 'name_required',
  tooLong: 'project_name_too_long',
  max: limits.projectName.max,
})
