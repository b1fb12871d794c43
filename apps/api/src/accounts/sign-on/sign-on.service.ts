import { emailSchema, registerSchema, type Session } from '@pinmark/shared/entities/user'
import { AppError } from '@pinmark/shared/errors'
import { limits } from '@pinmark/shared/limits'
import type { SignOnAnswer } from '@pinmark/shared/entities/sign-on'
import type { Language } from '@pinmark/words/languages'
import { linkSignOn } from '../account-access.record'
import { openAccount } from '../accounts.service'
import { newSession } from '../sessions.service'
import { findBySignOn, type UserRecord } from '../user.record'
import type { Config } from '../../config'
import type { Issuer, Person } from './issuer'

/** Logs in with an answer of the issuer. The account is the one that is linked to this person, else the one with their
 *  verified e-mail address, which is linked then, else a new one.
 *  @param countRegistration counts a new account
 *  @throws AppError sign_on_failed, sign_on_unavailable, sign_on_without_email, sign_on_email_taken, registration_closed,
 *  invitation_needed, invitation_over */
export async function completeSignOn(
  config: Config,
  issuer: Issuer,
  { attempt, answer, invitation, language }: SignOnAnswer & { language: Language },
  countRegistration: () => Promise<void>,
): Promise<Session> {
  const person = await issuer.identify(attempt, answer)
  const { issuer: name, subject } = person
  const signOn = { issuer: name, subject }
  const known = (await findBySignOn(signOn)) ?? (await linkByEmail(person))
  if (known) return newSession(config, known)

  const email = emailOf(person)
  try {
    const details = { name: nameOf(person, email), email, invitation, language }
    const user = await openAccount(config, details, async () => {
      await countRegistration()
      return { passwordHash: '', signOn }
    })
    return newSession(config, user)
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'email_taken') throw error
    // Another tab of the same person may have been faster.
    const meanwhile = await findBySignOn(signOn)
    if (!meanwhile) throw new AppError('sign_on_email_taken')
    return newSession(config, meanwhile)
  }
}

/** Only an address that the issuer vouches for proves that the account belongs to this person. */
async function linkByEmail(person: Person): Promise<UserRecord | null> {
  const { issuer, subject, hasVerifiedEmail } = person
  return hasVerifiedEmail ? linkSignOn(emailOf(person), { issuer, subject }) : null
}

function emailOf({ email }: Person): string {
  const { data } = emailSchema.safeParse(email)
  if (data === undefined) throw new AppError('sign_on_without_email')
  return data
}

/** The first name that an account may have. */
function nameOf({ names }: Person, email: string): string {
  for (const name of [...names, email.split('@')[0]]) {
    const short =
      typeof name === 'string' ? [...name.trim()].slice(0, limits.userName.max).join('') : undefined
    const { data } = registerSchema.shape.name.safeParse(short)
    if (data !== undefined) return data
  }
  return 'Designer'
}
