import type { ErrorCode } from '@pinmark/shared/messages'

/** Whose requests are counted together. The middleware finds the first four in the request. */
type CountedBy =
  | 'network'
  | 'account'
  | 'network in project'
  | 'account in project'
  | 'project'
  | 'address'
  | 'account or link'
  | 'account or link in one place'

/** At most `points` times in `seconds`. A window begins with its first count. */
export interface Rate {
  points: number
  seconds: number
  by: CountedBy
  /** The refusal. Null: the server skips the work silently. */
  error: ErrorCode | null
  /** What is counted, for docs/configuration.md. */
  what: string
  /** Each process counts for itself. Otherwise all processes share the windows in the database. */
  inProcess?: true
}

const minute = 60
const hour = 60 * minute
const day = 24 * hour

/** Every rate limit. RATE_LIMIT_FACTOR multiplies all of them.
 *
 *  - `change` is far above what people do by hand: an office that resolves, moves and renames stays below it.
 *  - `setting` has its own count, so that a flood from the network of the owner cannot keep them from closing the link.
 *  - `visit` has its own count, so that people who read much can still resolve and write.
 *  - `unlock` has its own count, so that neither logins nor passwords of links use up the limit of the other. */
export const rateTable = {
  request: {
    ...{ points: 12_000, seconds: minute, by: 'network', error: 'too_many_requests', inProcess: true },
    what: 'requests of any kind',
  },
  linkMiss: {
    ...{ points: 60, seconds: minute, by: 'network', error: 'too_many_requests' },
    what: 'requests for links that never existed',
  },
  change: {
    ...{ points: 600, seconds: minute, by: 'network in project', error: 'too_many_changes' },
    what: 'comments, edits, moves, resolves, deletions, renames and so on together',
  },
  comment: {
    ...{ points: 120, seconds: minute, by: 'network in project', error: 'too_many_comments' },
    what: 'new and edited comments and replies, and verdicts',
  },
  commentOfDay: {
    ...{ points: 2_000, seconds: day, by: 'network in project', error: 'too_many_comments' },
    what: 'the same in a day',
  },
  resolveOfDay: {
    ...{ points: 2_000, seconds: day, by: 'network in project', error: 'too_many_changes' },
    what: 'comments that visitors resolve, because webhooks report each of them',
  },
  picture: {
    ...{ points: 60, seconds: minute, by: 'network in project', error: 'too_many_sent_pictures' },
    what: 'pictures for comments',
  },
  pictureOfDay: {
    ...{ points: 500, seconds: day, by: 'network in project', error: 'too_many_sent_pictures' },
    what: 'the same in a day',
  },
  reading: {
    ...{ points: 600, seconds: minute, by: 'network in project', error: 'too_many_readings' },
    what: 'exports and comparisons',
  },
  setting: {
    ...{ points: 600, seconds: minute, by: 'account in project', error: 'too_many_changes' },
    what: 'settings and new links',
  },
  visit: {
    ...{ points: 600, seconds: minute, by: 'network in project', error: null, inProcess: true },
    what: 'marks of read comments',
  },
  visitorOfDay: {
    ...{ points: 500, seconds: day, by: 'network in project', error: null },
    what: 'new browsers whose visit is stored, so that they see what is new to them',
  },
  login: {
    ...{ points: 30, seconds: minute, by: 'network', error: 'too_many_logins' },
    what: 'login attempts, and requests to reset a password',
  },
  unlock: {
    ...{ points: 30, seconds: minute, by: 'network', error: 'too_many_unlocks' },
    what: 'attempts at the passwords of links',
  },
  passwordTry: {
    ...{ points: 100, seconds: day, by: 'account or link', error: 'too_many_logins' },
    what: 'attempts at one password from networks and browsers where it was never entered',
  },
  passwordFailure: {
    ...{ points: 5, seconds: day, by: 'account or link in one place', error: 'too_many_logins' },
    what: 'failed attempts at one password. Then each further one waits, from 1 second up to 15 minutes',
  },
  registration: {
    ...{ points: 60, seconds: hour, by: 'network', error: 'too_many_registrations' },
    what: 'new accounts. Only complete forms count',
  },
  rename: {
    ...{ points: 30, seconds: hour, by: 'account', error: 'too_many_renames' },
    what: 'changes of the name of an account, which is written to all of its projects',
  },
  linkPassword: {
    ...{ points: 5, seconds: minute, by: 'account', error: 'too_many_link_passwords' },
    what: 'new passwords for links, each of which costs as much work as a login',
  },
  invitation: {
    ...{ points: 60, seconds: hour, by: 'account', error: 'too_many_invitations' },
    what: 'invitations to projects',
  },
  invitationMail: {
    ...{ points: 10, seconds: day, by: 'address', error: null },
    what: 'invitations by mail. Further ones are not sent',
  },
  join: {
    ...{ points: 60, seconds: hour, by: 'account', error: 'too_many_changes' },
    what: 'tries to join a project with an invitation',
  },
  upload: {
    ...{ points: 120, seconds: minute, by: 'account', error: 'too_many_uploads', inProcess: true },
    what: 'images of designs',
  },
  export: {
    ...{ points: 10, seconds: hour, by: 'account', error: 'too_many_exports' },
    what: 'downloads of all data of the account',
  },
  webhookCall: {
    ...{ points: 30, seconds: minute, by: 'account', error: 'too_many_webhook_calls' },
    what: 'new webhooks, test messages and redeliveries',
  },
  address: {
    ...{ points: 20, seconds: hour, by: 'network', error: 'too_many_addresses' },
    what: 'mail addresses that visitors enter for replies',
  },
  addressOfNetwork: {
    ...{ points: 50, seconds: day, by: 'network in project', error: 'too_many_addresses' },
    what: 'the same, so that one network leaves room for others',
  },
  addressOfProject: {
    ...{ points: 100, seconds: day, by: 'project', error: 'too_many_addresses' },
    what: 'the same from all networks',
  },
  confirmation: {
    ...{ points: 3, seconds: day, by: 'address', error: null },
    what: 'confirmation mails. Further ones are not sent',
  },
  reset: {
    ...{ points: 10, seconds: day, by: 'address', error: null },
    what: 'requests for a reset mail. Mails are 2 minutes apart, and 30 minutes beyond this limit',
  },
} as const satisfies Record<string, Rate>

export type RateName = keyof typeof rateTable

/** The limit of each rate; Infinity for none. */
export type RatePoints = Record<RateName, number>

/** A limit times the factor: at least 1, and Infinity with the factor 0. */
export function scaledLimit(limit: number, factor: number): number {
  return factor === 0 ? Infinity : Math.max(1, Math.round(limit * factor))
}

/** @param factor multiplies every limit; 0 switches all of them off */
export function ratePoints(factor: number): RatePoints {
  const scaled = Object.entries(rateTable).map(([name, { points }]) => [name, scaledLimit(points, factor)])
  // The keys are those of the table.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return Object.fromEntries(scaled) as RatePoints
}
