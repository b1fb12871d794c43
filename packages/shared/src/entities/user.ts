import * as z from 'zod/mini'
import { limits } from '../limits'
import { codePointLength, normalizeEmail, normalizePassword } from '../text'
import { code, documented, nameSchema, publicIdSchema } from './primitives'

/** An account as its owner sees it, and nobody else. */
export const userSchema = z.object({
  _id: publicIdSchema,
  name: z.string(),
  email: z.string(),
  /** Of its mails and pages. Missing until the account has one. */
  language: z.optional(z.string()),
  /** Set for an account without a password, which logs in by single sign-on. */
  isPasswordless: z.optional(z.literal(true)),
})
export type User = z.infer<typeof userSchema>

/** An account with the limits and the use that `/plans` shows. */
export const meSchema = z.extend(userSchema, {
  usage: z.object({ projects: z.number(), imageBytes: z.number() }),
})
export type Me = z.infer<typeof meSchema>

export const emailSchema = z.string(code('email_required')).check(
  z.overwrite(normalizeEmail),
  z.minLength(1, { error: code('email_required'), abort: true }),
  documented(
    { maximum: limits.email.max },
    z.refine((email) => codePointLength(email) <= limits.email.max, {
      error: code('email_not_valid'),
      abort: true,
    }),
  ),
  z.regex(
    /^[^\s@\p{C}"<>()[\]\\,;:]+@[^\s@\p{C}"<>()[\]\\,;:.]+(\.[^\s@\p{C}"<>()[\]\\,;:.]+)+$/u,
    code('email_not_valid'),
  ),
)

const passwordSchema = z.string(code('password_required')).check(
  z.overwrite(normalizePassword),
  z.minLength(1, { error: code('password_required'), abort: true }),
  z.refine((password) => codePointLength(password) >= limits.password.min, {
    error: code('password_too_short'),
    abort: true,
  }),
  documented(
    { format: 'new-password', minimum: limits.password.min, maximum: limits.password.max },
    z.refine((password) => codePointLength(password) <= limits.password.max, code('password_too_long')),
  ),
)

export const registerSchema = z.object({
  name: nameSchema({
    required: 'user_name_required',
    tooLong: 'user_name_too_long',
    max: limits.userName.max,
  }),
  email: emailSchema,
  password: passwordSchema,
  /** The token in the address of an invitation. */
  invitation: z.optional(z.string(code('invitation_over')).check(z.maxLength(200, code('invitation_over')))),
})
export type Registration = z.infer<typeof registerSchema>

/** Any text counts as an attempt. Every failed one gets the same answer. */
export const loginSchema = z.object({
  email: z.string(code('wrong_login')).check(z.overwrite(normalizeEmail)),
  password: z.string(code('wrong_login')).check(z.overwrite(normalizePassword)),
})
export type Login = z.infer<typeof loginSchema>

/** Any password. The server checks whether it is right. */
export const givenPasswordSchema = z
  .string(code('password_required'))
  .check(z.overwrite(normalizePassword), z.minLength(1))

/** Without it, the API tokens of the account are revoked and its webhooks removed. */
const keptConnections = { keepTokensAndWebhooks: z._default(z.boolean(code('setting_not_valid')), false) }

export const changePasswordSchema = z.object({
  currentPassword: givenPasswordSchema,
  newPassword: passwordSchema,
  ...keptConnections,
})
export type PasswordChange = z.infer<typeof changePasswordSchema>

export const endLoginsSchema = z._default(z.object(keptConnections), { keepTokensAndWebhooks: false })
export type LoginsEnd = z.infer<typeof endLoginsSchema>

export const forgottenPasswordSchema = z.object({ email: emailSchema })

export const resetPasswordSchema = z.object({
  /** The token in the link of the mail. */
  token: z.string(code('reset_link_over')).check(z.maxLength(200)),
  newPassword: passwordSchema,
})
export type PasswordReset = z.infer<typeof resetPasswordSchema>

/** An account without a password needs a recent login instead. */
export const deleteAccountSchema = z.object({ password: z.optional(givenPasswordSchema) })
export type AccountDeletion = z.infer<typeof deleteAccountSchema>

export const changeUserSchema = z.object({
  name: z.optional(registerSchema.shape.name),
  /** Such as `de` or `pt-BR`. */
  language: z.optional(
    z.string(code('setting_not_valid')).check(z.regex(/^[a-z]{2}(-[A-Z]{2})?$/, code('setting_not_valid'))),
  ),
})
export type UserChange = z.infer<typeof changeUserSchema>

export const sessionSchema = z.object({ token: z.string().check(z.minLength(1)), user: userSchema })
export type Session = z.infer<typeof sessionSchema>

export const registeredSchema = z.object({ user: userSchema })
