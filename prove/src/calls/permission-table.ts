/** Who may do what, as docs and README promise it: written down once more, from outside, for every documented call.
 *  A call that is not here has no promise, and S1 says so. */
export const permissions = ['view', 'comment', 'manage'] as const
export type Permission = (typeof permissions)[number]
export const states = ['open', 'closed', 'expired', 'deleted', 'old link', 'unknown'] as const
export type State = (typeof states)[number]
export const actors = ['owner', 'other account', 'guest', 'author', 'ended login'] as const
export type Actor = (typeof actors)[number]

export interface Rule {
  /** Of a success. */
  status?: number
  /** `everyone`: no project is asked about. `account`: for any login. `picture`: by its address, which for the owner is
   *  their own and for everyone else the one the link gave out: it ends with the link, the owner's with the project.
   *  `link`: by what the link allows. */
  to: 'everyone' | 'account' | 'picture' | 'link'
  /** The least permission with which somebody who is not the owner may. Left out: the owner alone. */
  from?: Permission
  /** Only who wrote the comment, within the permission; `author` is the one who did. */
  authorOnly?: true
  /** Not even the owner: these are somebody else's words. */
  ownerMayNot?: true
  /** Somebody without a token is asked to log in; in other calls he is told that it is not for him. */
  asksForLogin?: true
  /** The body to use; else that of sample-bodies. */
  body?: object
}

const ofComment = '/projects/{projectId}/comments/{commentId}'
const ofDesign = '/projects/{projectId}/designs/{designId}'
const edit = { to: 'link', from: 'comment', authorOnly: true } as const

/** Call -> rules; several where a call does several things. */
export const rules: Record<string, readonly Rule[]> = {
  'GET /healthz': [{ to: 'everyone' }],
  'GET /readyz': [{ to: 'everyone' }],
  'GET /instance': [{ to: 'everyone' }],
  'GET /openapi.json': [{ to: 'everyone' }],
  'GET /docs': [{ to: 'everyone' }],
  'POST /users/register': [{ to: 'everyone', status: 201 }],
  'POST /users/login': [{ to: 'everyone', status: 401 }],
  'GET /users/me': [{ to: 'account' }],
  'PATCH /users/me': [{ to: 'account', body: { name: 'Same as before' } }],
  'PUT /users/password': [{ to: 'account', status: 403 }],
  'POST /users/deletion': [{ to: 'account', status: 403 }],
  'GET /users/export': [{ to: 'account' }],
  'POST /users/logout': [{ to: 'account', status: 204 }],
  'POST /users/logout-everywhere': [{ to: 'account', status: 204 }],
  'GET /projects': [{ to: 'account' }],
  'POST /projects': [{ to: 'account', status: 201 }],
  'GET /images/{imageId}/{rendition}': [{ to: 'picture' }],
  'GET /projects/{projectId}': [{ to: 'link', from: 'view' }],
  'GET /projects/{projectId}/events': [{ to: 'link', from: 'view' }],
  'POST /projects/{projectId}/visit': [{ to: 'link', from: 'view' }],
  'GET /projects/{projectId}/designs/{designId}/versions/{versionId}/original': [{ to: 'link' }],
  'POST /projects/{projectId}/designs': [{ to: 'link', status: 201 }],
  [`PATCH ${ofDesign}`]: [{ to: 'link' }],
  [`DELETE ${ofDesign}`]: [{ to: 'link' }],
  [`POST ${ofDesign}/restore`]: [{ to: 'link' }],
  [`POST ${ofDesign}/versions`]: [{ to: 'link', status: 201 }],
  [`DELETE ${ofDesign}/versions/{versionId}`]: [{ to: 'link' }],
  [`POST ${ofDesign}/versions/{versionId}/restore`]: [{ to: 'link' }],
  'GET /projects/{projectId}/trash': [{ to: 'link' }],
  'PATCH /projects/{projectId}/settings': [{ to: 'link' }],
  'POST /comment/add/{projectId}': [{ to: 'link', from: 'comment', status: 201 }],
  [`POST ${ofComment}/replies`]: [{ to: 'link', from: 'comment', status: 201 }],
  [`PATCH ${ofComment}`]: [
    { ...edit, ownerMayNot: true },
    { ...edit, ownerMayNot: true, body: { x: 3, y: 4 } },
    { ...edit, body: { resolved: true } },
    { ...edit, body: { resolved: false } },
  ],
  // Whoever may is told that this comment was made on the newest version.
  [`PUT ${ofComment}/place`]: [{ ...edit, status: 409 }],
  'PUT /projects/{projectId}': [
    { to: 'link', from: 'manage', asksForLogin: true, body: { name: 'Same' } },
    { to: 'link', from: 'manage', asksForLogin: true, body: { description: '' } },
  ],
  [`DELETE ${ofComment}`]: [edit],
  'POST /projects/{projectId}/link': [{ to: 'link' }],
  'DELETE /projects/{projectId}': [{ to: 'link', from: 'manage', asksForLogin: true }],
  'POST /projects/{projectId}/restore': [{ to: 'link' }],
}

/** What changes what others need: each such call that is allowed gets a project of its own. */
export const usesUp = (key: string) =>
  /^DELETE |\/link$|\/restore$/.test(key) || key.startsWith('POST /users/logout')

const rank = (permission: Permission) => permissions.indexOf(permission)

/** The status that the table promises. */
export function promisedStatus(
  key: string,
  rule: Rule,
  actor: Actor,
  permission: Permission,
  state: State,
): number {
  const success = rule.status ?? 200
  if (rule.to === 'everyone') return success
  if (rule.to === 'account') return actor === 'owner' || actor === 'other account' ? success : 401
  if (rule.to === 'picture') {
    const isThere = actor === 'owner' ? state !== 'deleted' && state !== 'unknown' : state === 'open'
    return isThere ? success : 404
  }
  if (state === 'unknown') return 404
  if (actor === 'owner') {
    if (state === 'deleted' && key !== 'POST /projects/{projectId}/restore') return 404
    return rule.ownerMayNot ? 403 : success
  }
  if (state !== 'open') return 404
  const isAllowed = rule.from !== undefined && rank(permission) >= rank(rule.from)
  const mayAsAnother = rule.body !== undefined && 'resolved' in rule.body && permission === 'manage'
  if (isAllowed && (!rule.authorOnly || actor === 'author' || mayAsAnother)) return success
  if (actor === 'ended login') return 401
  return rule.asksForLogin && actor !== 'other account' ? 401 : 403
}
