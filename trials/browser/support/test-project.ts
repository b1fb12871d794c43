import { expect, type APIRequestContext } from '@playwright/test'
import type { Comment } from '@pinmark/shared/entities/comment'
import type { Link } from '@pinmark/shared/entities/project'
import {
  givenComment,
  givenDesign,
  givenProject,
  givenVerdict,
  givenVersion,
  readProject,
  type Account,
  type GivenProject,
} from './api-client'

export type TestProject = Awaited<ReturnType<typeof givenTestProject>>

/** Creates a project, and gives it with the calls that change and read it. */
export async function givenTestProject(request: APIRequestContext, account: Account, options?: GivenProject) {
  const project = await givenProject(request, account, options)
  const { _id } = project
  const headers = { Authorization: `Bearer ${account.token}` }
  return {
    ...project,
    /** Leaves a comment as a guest. */
    addComment: (comment?: Parameters<typeof givenComment>[2]) => givenComment(request, _id, comment),
    /** Gives the verdict of another guest each time. */
    addVerdict: (verdict?: Parameters<typeof givenVerdict>[2]) => givenVerdict(request, _id, verdict),
    addVersion: (version: Parameters<typeof givenVersion>[3]) => givenVersion(request, account, _id, version),
    addDesign: (design: Parameters<typeof givenDesign>[3]) => givenDesign(request, account, _id, design),
    /** Answers a comment as the owner. */
    async addReply(commentId: string, text: string): Promise<void> {
      const data = { commenter: account.user.name, text, createdAt: new Date().toISOString() }
      const answer = await request.post(`/projects/${_id}/comments/${commentId}/replies`, { headers, data })
      expect(answer.status(), await answer.text()).toBe(201)
    },
    /** Deletes a comment as the owner. */
    async deleteComment(commentId: string): Promise<void> {
      const answer = await request.delete(`/projects/${_id}/comments/${commentId}`, { headers })
      expect(answer.ok(), await answer.text()).toBe(true)
    },
    /** Resolves a comment as the owner. */
    async resolveComment(commentId: string): Promise<void> {
      const data = { resolved: true }
      const answer = await request.patch(`/projects/${_id}/comments/${commentId}`, { headers, data })
      expect(answer.ok(), await answer.text()).toBe(true)
    },
    /** Changes the settings of the link as the owner. */
    async set(settings: object): Promise<Link> {
      const answer = await request.patch(`/projects/${_id}/settings`, { headers, data: settings })
      expect(answer.status(), await answer.text()).toBe(200)
      return answer.json()
    },
    /** The project as its owner gets it. */
    read: () => readProject(request, account, _id),
    async readFirstComment(): Promise<Comment> {
      const [comment] = (await readProject(request, account, _id)).comments
      if (!comment) throw new Error('The project has no comment.')
      return comment
    },
  }
}
