import { givenComment, givenProject, mustCall } from '@pinmark/testbed/client'
import type { FilledServer } from './servers'

/** A call whose time is measured. Related calls share a panel of the plot. */
export interface FollowedCall {
  name: string
  panel: 'comments' | 'projects' | 'accounts'
  send: (server: FilledServer) => Promise<unknown>
}

let lately = 0
/** Unique in every call, so that none is a repeated request. */
const next = () => (lately += 1)

export const followedCalls: readonly FollowedCall[] = [
  {
    name: 'open the project, first page',
    panel: 'comments',
    send: ({ site, projectId }) => mustCall(200, `${site.url}/projects/${projectId}?image=none&comments=200`),
  },
  {
    name: 'post a comment',
    panel: 'comments',
    send: ({ site, projectId }) => givenComment(site.url, projectId),
  },
  {
    name: 'the page of the link',
    panel: 'comments',
    send: ({ site, projectId }) => mustCall(200, `${site.url}/project/${projectId}`),
  },
  {
    name: 'list 50 projects',
    panel: 'projects',
    send: ({ site }) => mustCall(200, `${site.url}/projects?image=none`, { token: site.owner.token }),
  },
  {
    name: 'rename a project',
    panel: 'projects',
    send: ({ site, projectId }) =>
      mustCall(200, `${site.url}/projects/${projectId}`, {
        method: 'PUT',
        token: site.owner.token,
        body: { name: `Landing page ${next()}` },
      }),
  },
  {
    name: 'create a project',
    panel: 'projects',
    send: ({ site, creator }) => givenProject(site.url, creator),
  },
  {
    name: 'log in',
    panel: 'accounts',
    send: ({ site }) => {
      const { email, password } = site.owner
      return mustCall(200, `${site.url}/users/login`, { method: 'POST', body: { email, password } })
    },
  },
  {
    name: 'register',
    panel: 'accounts',
    send: ({ site }) => {
      const account = { name: 'Priya', email: `new-${next()}@studio.test`, password: site.owner.password }
      return mustCall(201, `${site.url}/users/register`, { method: 'POST', body: account })
    },
  },
  {
    name: 'who am I',
    panel: 'accounts',
    send: ({ site }) => mustCall(200, `${site.url}/users/me`, { token: site.owner.token }),
  },
]
