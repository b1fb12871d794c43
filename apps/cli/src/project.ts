import { createClient, type Client } from '@pinmark/client/client'
import { openProject } from '@pinmark/shared/api/projects'
import type { Comment } from '@pinmark/shared/entities/comment'
import type { Project } from '@pinmark/shared/entities/project'
import { limits } from '@pinmark/shared/limits'
import { linkInPage, pagePaths } from '@pinmark/shared/paths'
import { readLogin } from './login'
import { Refusal } from './output'

/** A project that the commands below work on. */
export interface Target {
  readonly client: Client
  /** As it was given: the link, or the permanent id. */
  readonly projectId: string
  /** Its page, or that of a comment. */
  readonly addressOf: (comment?: Comment) => string
  readonly signal: AbortSignal
}

/** What these commands have in common. */
export const targetOptions = {
  project: { type: 'string', short: 'p' },
  json: { type: 'boolean', default: false },
} as const

export const targetHelp = `  -p, --project PROJECT   the address of its page, or the id at the end of it. Default: PINMARK_PROJECT
  --json                  prints the result as JSON`

/** @param named the project, by its id or its address. Default: PINMARK_PROJECT
 *  @throws Refusal without a login or a project */
export async function targetOf(named: string | undefined, signal: AbortSignal): Promise<Target> {
  const { url, token } = await readLogin()
  const project = named ?? process.env['PINMARK_PROJECT']
  if (!project) throw new Refusal('Name a project with --project, or set PINMARK_PROJECT.')
  const projectId = idOf(project, url)
  return {
    ...{ client: createClient({ url, token, signal }), projectId, signal },
    addressOf: (comment) =>
      `${url}${pagePaths.project(projectId)}${comment ? `?comment=${comment._id}` : ''}`,
  }
}

function idOf(project: string, url: string): string {
  if (!/^https?:\/\//i.test(project) || !URL.canParse(project)) return project
  const { origin, pathname } = new URL(project)
  const id = linkInPage.exec(pathname)?.[1]
  if (id === undefined) throw new Refusal(`${project} is not the address of a project.`)
  if (origin !== url) throw new Refusal(`The project is on ${origin}, and you are logged in to ${url}.`)
  return id
}

/** The project without its comments. */
export function readProject({ client, projectId }: Target): Promise<Project> {
  return client.call(openProject, { params: { projectId }, query: { image: 'none', comments: 1 } })
}

/** The project with all comments. */
export async function readWithComments({ client, projectId }: Target): Promise<Project> {
  const read = (after: number) =>
    client.call(openProject, {
      params: { projectId },
      query: { image: 'none', comments: limits.commentsPage.max, after },
    })
  const project = await read(0)
  const comments = [...project.comments]
  for (let next = project.commentsNext; next !== null;) {
    const page = await read(next)
    comments.push(...page.comments)
    next = page.commentsNext
  }
  return { ...project, comments }
}

/** The thread with this number. @throws Refusal */
export function threadOf({ comments }: Project, number: string | undefined): Comment {
  const thread = comments.find((comment) => String(comment.number) === number?.replace('#', ''))
  if (thread) return thread
  throw new Refusal(number === undefined ? 'Name a comment by its number.' : `There is no comment ${number}.`)
}
