import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

/** Whom a link in a mail stops, and about what: public ids. */
export interface StopTarget {
  user: string
  project: string
}

/** Stands in every mail about a project, and stops them without a login. Nothing is stored for it. */
export function stopToken(secret: string, { user, project }: StopTarget): string {
  const head = `${user}.${project}`
  return `${head}.${seal(secret, head)}`
}

/** @returns null for a token that this instance did not make */
export function readStopToken(secret: string, token: string): StopTarget | null {
  const [user = '', project = '', sealed = ''] = token.split('.')
  const expected = Buffer.from(seal(secret, `${user}.${project}`))
  const given = Buffer.from(sealed)
  const isOurs = given.length === expected.length && timingSafeEqual(given, expected)
  return isOurs ? { user, project } : null
}

function seal(secret: string, head: string): string {
  const key = new Uint8Array(hkdfSync('sha256', secret, '', 'pinmark stop mails', 32))
  return createHmac('sha256', key).update(head).digest('base64url')
}
