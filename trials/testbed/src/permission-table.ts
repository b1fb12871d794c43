/** Who may do what, as the documentation promises it. It is written by hand and not derived from the server's
 *  own table, so that a mistake there is found. The API's tests and trial S1 both check every cell. */
import type { EndpointName } from '@pinmark/shared/api/all-endpoints'

export const permissions = ['view', 'comment', 'manage'] as const
export type Permission = (typeof permissions)[number]
/** The states of a project besides `open`, under the key of a filter of `permit` that makes the difference. A test
 *  compares the keys with those of the filters. Three keys stand for other dimensions of the table: the owner and the
 *  member among the actors, and the permissions.
 *  `ended to looking`: past an end after which the link is view only. `locked`: with a password that the
 *  actor has not entered. `unlocked`: every actor sends a token for the password. `stale`: the password has
 *  changed since then. */
export const statesByKey = {
  owner: [],
  'members.user': [],
  'link.permission': [],
  'link.closedAt': ['closed'],
  'link.endsAt': ['expired'],
  'link.viewOnlyAt': ['ended to looking'],
  'round.closedAt': ['round closed'],
  'link.passwordHash': ['locked'],
  'link.lock': ['unlocked', 'stale'],
  deletedAt: ['deleted'],
  linkId: ['old link'],
  addresses: ['unknown'],
} as const
export type State = 'open' | (typeof statesByKey)[keyof typeof statesByKey][number]
export const states: readonly State[] = ['open', ...Object.values(statesByKey).flat()]
/** `author` is the guest who wrote the comment of the call. The tokens are API tokens of the owner. */
export const actors = [
  'owner',
  'member',
  'other account',
  'guest',
  'author',
  'ended login',
  'read token',
  'comment token',
  'manage token',
  'expired token',
  'revoked token',
] as const
export type Actor = (typeof actors)[number]

/** In these states, a guest with the link sees the project. */
export const seenStates: ReadonlySet<State> = new Set<State>([
  'open',
  'ended to looking',
  'round closed',
  'unlocked',
])
/** In these states, everyone except the owner and the member has to enter the password. */
const locked = new Set<State>(['locked', 'stale'])
export const linkPassword = 'a password for the link'

/** Calls that a guest makes with a guest secret, so that their answers can be changed later. */
export const callsWithSecret: ReadonlySet<EndpointName> = new Set([
  'giveVerdict',
  'withdrawVerdict',
  'setAgreement',
  'addPicture',
])

export interface Rule {
  /** Status of a success; default 200. */
  status?: number
  /** `everyone`: needs nothing. `account`: any login. `picture`: an image address, which is valid as long as
   *  its source: the link, or for the owner and the member the project. `link`: as far as the link allows. */
  to: 'everyone' | 'account' | 'picture' | 'link'
  /** The least permission for actors who are neither the owner nor the member. Default: only these two. */
  from?: Permission
  /** Within the permission, only the author of the comment. */
  authorOnly?: true
  /** The status for the member where the owner has success. Default: the same. */
  forMember?: number
  /** Not even the owner, unless they are the author. */
  ownerMayNot?: true
  /** Needs the right to delete the comment. Of comments of others, an API token has it only with the scope manage. */
  deletes?: true
  /** Takes back what was written, and is allowed while the round is closed. */
  takesBack?: true
  /** Actors without a token get 401 instead of 403. */
  asksForLogin?: true
  /** The body to use instead of the sample. */
  body?: object
}

/** A member is refused what the owner alone may do. */
const ownerOnly = { to: 'link', forMember: 403 } as const
const edit = { to: 'link', from: 'comment', authorOnly: true } as const

/** Several rules if a call does several things. An endpoint without a rule does not compile. */
export const rules: Record<EndpointName, readonly Rule[]> = {
  checkHealth: [{ to: 'everyone' }],
  checkReady: [{ to: 'everyone' }],
  readInstance: [{ to: 'everyone' }],
  readApiDocument: [{ to: 'everyone' }],
  readApiPage: [{ to: 'everyone' }],
  register: [{ to: 'everyone', status: 201 }],
  logIn: [{ to: 'everyone', status: 401 }],
  // The servers of the table have no single sign-on.
  beginSignOn: [{ to: 'everyone', status: 403 }],
  completeSignOn: [{ to: 'everyone', status: 403 }],
  readMe: [{ to: 'account' }],
  changeUser: [{ to: 'account', body: { name: 'Same as before' } }],
  changePassword: [{ to: 'account', status: 403 }],
  deleteAccount: [{ to: 'account', status: 403 }],
  forgetPassword: [{ to: 'everyone', status: 403 }],
  resetPassword: [{ to: 'everyone', status: 403 }],
  exportAccount: [{ to: 'account' }],
  logOut: [{ to: 'account', status: 204 }],
  logOutEverywhere: [{ to: 'account', status: 204 }],
  listApiTokens: [{ to: 'account' }],
  createApiToken: [{ to: 'account', status: 201 }],
  // An unknown id: the owner gets 404.
  revokeApiToken: [{ to: 'account', status: 404 }],
  listWebhooks: [{ to: 'account' }],
  addWebhook: [{ to: 'account', status: 201 }],
  // None of them exists, because every account has its own webhooks.
  changeWebhook: [{ to: 'account', status: 404 }],
  removeWebhook: [{ to: 'account', status: 404 }],
  testWebhook: [{ to: 'account', status: 404 }],
  listDeliveries: [{ to: 'account', status: 404 }],
  redeliver: [{ to: 'account', status: 404 }],
  readNotices: [{ to: 'account' }],
  changeNotices: [{ to: 'account' }],
  readStop: [{ to: 'everyone', status: 404 }],
  stopMails: [{ to: 'everyone', status: 404 }],
  startMails: [{ to: 'everyone', status: 404 }],
  readReplyMail: [{ to: 'link', from: 'view' }],
  // The servers of the table send no mail.
  askForReplyMail: [{ to: 'link', from: 'view', status: 403 }],
  stopReplyMail: [{ to: 'link', from: 'view' }],
  confirmReplyMail: [{ to: 'everyone', status: 403 }],
  listProjects: [{ to: 'account' }],
  callTools: [{ to: 'account' }],
  createProject: [{ to: 'account', status: 201 }],
  loadImage: [{ to: 'picture' }],
  openProject: [{ to: 'link', from: 'view' }],
  exportProject: [{ to: 'link', from: 'view' }],
  followProject: [{ to: 'link', from: 'view' }],
  recordVisit: [{ to: 'link', from: 'view' }],
  loadOriginal: [{ to: 'link' }],
  addDesigns: [{ to: 'link', status: 201 }],
  changeDesign: [{ to: 'link', body: { title: 'Same', position: 2 } }],
  deleteDesign: [{ to: 'link' }],
  restoreDesign: [{ to: 'link' }],
  addVersion: [{ to: 'link', status: 201 }],
  listPages: [{ to: 'account', status: 415 }],
  removeVersion: [{ to: 'link' }],
  restoreVersion: [{ to: 'link' }],
  renewVersion: [{ to: 'link' }],
  listChanges: [{ to: 'link', from: 'view' }],
  storeBuild: [{ to: 'link' }],
  removeBuild: [{ to: 'link' }],
  // No version of the table has a build.
  listDifferences: [{ to: 'link', from: 'view', status: 404 }],
  listLines: [{ to: 'link', from: 'view' }],
  findTexts: [{ to: 'link', from: 'view' }],
  listTrash: [{ to: 'link' }],
  changeRound: [{ to: 'link' }],
  giveVerdict: [{ to: 'link', from: 'comment' }],
  withdrawVerdict: [{ to: 'link', from: 'comment' }],
  changeSettings: [{ to: 'link' }],
  unlockLink: [{ to: 'link', from: 'view', body: { password: linkPassword } }],
  addComment: [{ to: 'link', from: 'comment', status: 201 }],
  addReply: [{ to: 'link', from: 'comment', status: 201 }],
  addPicture: [{ to: 'link', from: 'comment', status: 201 }],
  // Taking back what was not there: the author has nothing to agree with.
  setAgreement: [{ to: 'link', from: 'comment', body: { agree: false, commenter: 'Priya' } }],
  changeComment: [
    { ...edit, ownerMayNot: true },
    { ...edit, ownerMayNot: true, body: { x: 3, y: 4 } },
    // The comment has no picture, and is not deleted: allowed, and without an effect.
    { ...edit, deletes: true, status: 400, body: { pictures: [] } },
    { ...edit, deletes: true, body: { deleted: false } },
    { ...edit, takesBack: true, body: { resolved: true } },
    { ...edit, body: { resolved: false } },
  ],
  // A comment on the newest version: everyone who may place it learns that it is there already.
  placeComment: [{ ...edit, status: 409 }],
  changeProject: [
    { to: 'link', from: 'manage', asksForLogin: true, body: { name: 'Same' } },
    { to: 'link', from: 'manage', asksForLogin: true, body: { description: '' } },
  ],
  loadSpot: [{ to: 'link', from: 'view' }],
  deleteComment: [{ ...edit, deletes: true, takesBack: true }],
  makeNewLink: [{ to: 'link' }],
  changeOrder: [{ to: 'link' }],
  copyProject: [{ to: 'link', status: 201 }],
  listMembers: [{ to: 'link' }],
  inviteMember: [{ ...ownerOnly, status: 201 }],
  // Unknown ids: the owner gets 404.
  withdrawInvitation: [{ ...ownerOnly, status: 404 }],
  removeMember: [{ ...ownerOnly, status: 404 }],
  offerProject: [{ ...ownerOnly, status: 404, body: { member: 'nobody' } }],
  endOffer: [{ to: 'link', status: 204 }],
  // It is not offered to the member, and belongs to the owner already.
  acceptOffer: [{ to: 'link', status: 204, forMember: 404 }],
  readInvitation: [{ to: 'account', status: 404 }],
  joinProject: [{ to: 'account', status: 404 }],
  deleteProject: [{ to: 'link', from: 'manage', asksForLogin: true }],
  restoreProject: [{ to: 'link' }],
}

const scopes = ['read', 'comment', 'manage', 'login'] as const
/** The least scope of an API token for each call; `login`: no token is enough; null: no token is needed. */
const leastScopes: Record<EndpointName, (typeof scopes)[number] | null> = {
  checkHealth: null,
  checkReady: null,
  readInstance: null,
  readApiDocument: null,
  readApiPage: null,
  register: null,
  logIn: null,
  beginSignOn: null,
  completeSignOn: null,
  loadImage: null,
  readMe: 'read',
  changeUser: 'manage',
  changePassword: 'login',
  deleteAccount: 'login',
  exportAccount: 'manage',
  logOut: 'login',
  logOutEverywhere: 'login',
  listApiTokens: 'login',
  createApiToken: 'login',
  revokeApiToken: 'login',
  // The address of a webhook is a secret in many chats.
  listWebhooks: 'manage',
  addWebhook: 'manage',
  changeWebhook: 'manage',
  removeWebhook: 'manage',
  testWebhook: 'manage',
  listDeliveries: 'manage',
  redeliver: 'manage',
  readNotices: 'read',
  changeNotices: 'manage',
  readStop: null,
  stopMails: null,
  startMails: null,
  readReplyMail: 'read',
  askForReplyMail: 'comment',
  stopReplyMail: 'comment',
  confirmReplyMail: null,
  forgetPassword: null,
  resetPassword: null,
  listProjects: 'read',
  callTools: 'read',
  createProject: 'manage',
  openProject: 'read',
  exportProject: 'read',
  followProject: 'read',
  recordVisit: 'comment',
  loadOriginal: 'manage',
  addDesigns: 'manage',
  changeDesign: 'manage',
  deleteDesign: 'manage',
  restoreDesign: 'manage',
  addVersion: 'manage',
  listPages: 'manage',
  removeVersion: 'manage',
  restoreVersion: 'manage',
  renewVersion: 'manage',
  listChanges: 'read',
  storeBuild: 'manage',
  removeBuild: 'manage',
  listDifferences: 'read',
  listLines: 'read',
  findTexts: 'read',
  listTrash: 'manage',
  changeRound: 'manage',
  giveVerdict: 'comment',
  withdrawVerdict: 'comment',
  changeSettings: 'manage',
  unlockLink: 'read',
  addComment: 'comment',
  addReply: 'comment',
  addPicture: 'comment',
  setAgreement: 'comment',
  changeComment: 'comment',
  placeComment: 'comment',
  changeProject: 'manage',
  loadSpot: 'read',
  deleteComment: 'comment',
  makeNewLink: 'manage',
  changeOrder: 'manage',
  copyProject: 'manage',
  listMembers: 'manage',
  // Who works on a project changes with a login alone.
  inviteMember: 'login',
  withdrawInvitation: 'login',
  removeMember: 'login',
  offerProject: 'login',
  endOffer: 'login',
  acceptOffer: 'login',
  readInvitation: 'login',
  joinProject: 'login',
  deleteProject: 'manage',
  restoreProject: 'manage',
}
const scopeOfToken = new Map<Actor, (typeof scopes)[number]>([
  ['read token', 'read'],
  ['comment token', 'comment'],
  ['manage token', 'manage'],
])
/** Whether a token of the owner gets the same as the owner. */
export function isInScope(name: EndpointName, actor: Actor): boolean {
  const [held, needed] = [scopeOfToken.get(actor), leastScopes[name]]
  return held !== undefined && needed !== null && scopes.indexOf(held) >= scopes.indexOf(needed)
}

const rank = (permission: Permission) => permissions.indexOf(permission)

interface Cell {
  name: EndpointName
  rule: Rule
  actor: Actor
  permission: Permission
  state: State
  /** The author of the comment of the call; default `author`. */
  writtenBy?: Actor
}

/** The status that the table promises. */
export function promisedStatus(cell: Cell): number {
  const { name, rule, actor, permission, state, writtenBy = 'author' } = cell
  const success = rule.status ?? 200
  if (rule.to === 'everyone') return success
  if (actor === 'expired token' || actor === 'revoked token')
    return promisedStatus({ ...cell, actor: 'ended login' })
  if (scopeOfToken.has(actor)) {
    if (rule.to !== 'picture' && !isInScope(name, actor)) return 403
    const isNotTheirs = rule.deletes && actor === 'comment token' && writtenBy !== 'owner'
    const asOwner = promisedStatus({ ...cell, actor: 'owner' })
    return isNotTheirs && asOwner === success ? 403 : asOwner
  }
  const isDesigner = actor === 'owner' || actor === 'member'
  if (rule.to === 'account') return isDesigner || actor === 'other account' ? success : 401
  if (rule.to === 'picture') {
    const isThere = isDesigner ? state !== 'deleted' && state !== 'unknown' : seenStates.has(state)
    return isThere ? success : 404
  }
  if (state === 'unknown') return 404
  if (isDesigner) {
    if (state === 'deleted' && name !== 'restoreProject') return 404
    if (rule.ownerMayNot && writtenBy !== actor) return 403
    return actor === 'member' ? (rule.forMember ?? success) : success
  }
  if (locked.has(state)) return name === 'unlockLink' ? success : 403
  if (!seenStates.has(state)) return 404
  const allowed = state === 'ended to looking' ? 'view' : permission
  const isEnded = state === 'round closed' && rule.from === 'comment' && !rule.takesBack
  const isAllowed = rule.from !== undefined && rank(allowed) >= rank(rule.from) && !isEnded
  const mayAsAnother = rule.body !== undefined && 'resolved' in rule.body && allowed === 'manage'
  if (isAllowed && (!rule.authorOnly || actor === writtenBy || mayAsAnother)) return success
  if (actor === 'ended login') return 401
  return rule.asksForLogin && actor !== 'other account' ? 401 : 403
}
