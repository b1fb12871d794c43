import { isSealOf, sealOf } from './seal'

/** The account and the project of an unsubscribe link, by public ids. */
export interface StopTarget {
  user: string
  project: string
}

const purpose = 'stop mails'

/** The token of the unsubscribe link in every mail about a project to its owner. It needs no login. */
export function stopToken(secret: string, { user, project }: StopTarget): string {
  const head = `${user}.${project}`
  return `${head}.${sealOf(secret, purpose, head)}`
}

/** @returns null for a token that this instance did not make */
export function readStopToken(secret: string, token: string): StopTarget | null {
  const [user = '', project = '', sealed = '', ...rest] = token.split('.')
  const isOurs = rest.length === 0 && isSealOf(secret, purpose, `${user}.${project}`, sealed)
  return isOurs ? { user, project } : null
}
