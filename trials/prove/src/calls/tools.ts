import type { EndpointName } from '@pinmark/shared/api/all-endpoints'
import { sampleForm } from '@pinmark/testbed/sample-bodies'
import * as z from 'zod'
import { jsonRequest, sendRequest, type HttpAnswer } from '../http-request'
import { bearer, type TestProject } from './test-project'

/** The tools of /mcp, each with the call that it makes. */
export const tools: Readonly<Record<string, EndpointName>> = {
  list_projects: 'listProjects',
  list_feedback: 'exportProject',
  get_comment: 'loadSpot',
  get_design: 'exportProject',
  list_changes: 'listChanges',
  list_differences: 'listDifferences',
  reply: 'addReply',
  resolve: 'changeComment',
  add_comment: 'addComment',
  add_version: 'addVersion',
}

/** The arguments that each tool is given. It refuses others. */
const takes: Readonly<Record<string, readonly string[]>> = {
  list_projects: [],
  list_feedback: ['project'],
  get_comment: ['project', 'number'],
  get_design: ['project', 'design'],
  list_changes: ['project', 'design'],
  list_differences: ['project', 'design'],
  reply: ['project', 'number', 'text'],
  resolve: ['project', 'number'],
  add_comment: ['project', 'design', 'text', 'x', 'y'],
  add_version: ['project', 'design', 'image'],
}

/** The arguments of all tools. */
export async function toolArguments({ project, comment }: Pick<TestProject, 'project' | 'comment'>) {
  const image = (await sampleForm()).get('image')
  if (!(image instanceof Blob)) throw new Error('The sample has no image.')
  return {
    ...{ project: project._id, design: comment.design, number: comment.number },
    ...{ text: 'By a tool', x: 1, y: 1 },
    image: Buffer.from(await image.arrayBuffer()).toString('base64'),
  }
}

/** @returns the status that a tool answers with, 200 if it is not refused; and the whole answer */
export async function askTool(
  url: string,
  tool: string,
  { given, token }: { given: object; token: { token: string } },
): Promise<{ status: number; answer: HttpAnswer }> {
  const own = Object.fromEntries(Object.entries(given).filter(([name]) => takes[tool]?.includes(name)))
  const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: tool, arguments: own } }
  const answer = await sendRequest(url, jsonRequest('POST', '/mcp', body, bearer(token)))
  const { isError, content } = toolAnswer.parse(JSON.parse(answer.text)).result
  return { status: isError ? toolRefusal.parse(JSON.parse(content[0]?.text ?? '')).status : 200, answer }
}

const toolAnswer = z.object({
  result: z.object({
    isError: z.optional(z.boolean()),
    content: z.array(z.object({ text: z.optional(z.string()) })),
  }),
})
const toolRefusal = z.object({ status: z.number() })
