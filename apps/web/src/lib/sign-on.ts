import type { User } from '@pinmark/shared/entities/user'

interface SignOn {
  /** The name of the issuer. */
  name: string
  /** Whether there are no passwords. */
  isOnly: boolean
}

/** Single sign-on, as the server wrote it into the page; null without it. */
export function readSignOn(): SignOn | null {
  const { signOn, signOnOnly } = document.documentElement.dataset
  return signOn === undefined ? null : { name: signOn, isOnly: signOnOnly !== undefined }
}

/** Whether the account can be asked for its password. */
export function hasPassword(user: User | undefined): boolean {
  return !user?.isPasswordless && !readSignOn()?.isOnly
}
