import type { Api } from './app-under-test'
import type { GivenProject } from './given-project'
import { givenUser, type GivenUser } from './given-user'

/** Invites an account to a project and lets it join; by default a new account. */
export async function givenMember(
  api: Api,
  { _id, owner }: Pick<GivenProject, '_id' | 'owner'>,
  member?: GivenUser,
): Promise<GivenUser> {
  const account = member ?? (await givenUser(api, { name: 'Jonas Weber' }))
  const invited = await api.post(`/projects/${_id}/invitations`).set(owner.auth).send({})
  if (invited.status !== 201) throw new Error(`Could not invite a member: ${invited.text}`)
  const joined = await api.post(invitationPath(invited.body.path)).set(account.auth)
  if (joined.status !== 200) throw new Error(`Could not join a project: ${joined.text}`)
  return account
}

/** The address of the API for the page of an invitation. */
export const invitationPath = (pagePath: string) => pagePath.replace('/join/', '/invitations/')
