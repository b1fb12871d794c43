import type { Project } from '@pinmark/shared/entities/project'
import { userSchema, type Session, type User } from '@pinmark/shared/entities/user'
import { isLanguage } from '@pinmark/words/languages'
import { chosenLanguage } from '@pinmark/words/load'
import { readToken, tokenKey } from './identity'
import { switchLanguage } from './language'
import { readStored, writeStored } from './storage'
import { useStored } from './store'

/** The user of this browser. Only this module knows their keys in local storage, except those that
 *  `identity.ts` sends with every call. It caches nothing between calls, so that a logout in another tab
 *  takes effect at once. */

const keys = {
  user: 'pinmark.user',
  commenter: 'pinmark.commenter',
} as const

/** How the last session ended; null after the next login. */
type SessionEnd = 'logout' | 'expired'
let lastEnd: SessionEnd | null = null

/** Token and account; null unless both are there. */
export function readSession(): Session | null {
  const token = readToken()
  const user = readUser()
  return token && user ? { token, user } : null
}

/** The page takes on the language of the account. */
export function startSession({ token, user }: Session): void {
  lastEnd = null
  writeStored(keys.user, JSON.stringify(user))
  writeStored(tokenKey, token)
  const { language } = user
  if (isLanguage(language) && language !== chosenLanguage()) switchLanguage(language)
}

/** The account has another name or language. */
export function updateSessionUser(user: User): void {
  if (readSession()) writeStored(keys.user, JSON.stringify(user))
}

/** `expired`: the server no longer accepts the token. */
export function endSession(how: SessionEnd): void {
  lastEnd = how
  if (how === 'logout') lastWriter = null
  writeStored(tokenKey, null)
  writeStored(keys.user, null)
}

export function readSessionEnd(): SessionEnd | null {
  return lastEnd
}

/** The present session, also after another tab starts or ends it. */
export function useSession(): Session | null {
  const stored = useStored(snapshot)
  return stored === null ? null : readSession()
}

/** The account of this browser; null without a login. */
export function accountId(): string | null {
  return readSession()?.user._id ?? null
}

/** The account that wrote last in this page. */
let lastWriter: string | null = null

/** The account whose unsent texts the page shows. If the login expires, or ends in another tab, those on an open page stay.
 *  After a logout they are hidden until the next login of the account, because others may use this browser. */
export function writerId(): string | null {
  return (lastWriter = accountId() ?? lastWriter)
}

/** The name for comments and verdicts, stored for the next one. Each account has its own, and so have visitors
 *  without a login, so that nothing is sent under the name of another person at this browser. */
export function rememberCommenter(name: string): void {
  writeStored(commenterKey(), name === readSession()?.user.name ? null : name)
}

/** The last typed name of the person at this browser, or else the name of their account; empty if neither is known. */
export function nameOfGuest(): string {
  return readStored(commenterKey()) || (readSession()?.user.name ?? '')
}

/** The name under which the person at this browser writes in a project: designers under that of their account. */
export function nameIn({ isOwner, can, owner }: Pick<Project, 'isOwner' | 'can' | 'owner'>): string {
  if (isOwner) return owner.name
  return (can.manage && readSession()?.user.name) || nameOfGuest()
}

function commenterKey(): string {
  const account = accountId()
  return account === null ? keys.commenter : `${keys.commenter}.${account}`
}

function readUser(): User | null {
  const stored = readStored(keys.user)
  if (stored === null) return null
  try {
    return userSchema.safeParse(JSON.parse(stored)).data ?? null
  } catch {
    // Not written by this app, so it counts as missing.
    return null
  }
}

/** One string for the whole session, so that React detects changes. */
function snapshot(): string | null {
  const token = readToken()
  const user = readStored(keys.user)
  return token === null || user === null ? null : `${token} ${user}`
}
