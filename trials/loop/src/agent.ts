import { setTimeout as pause } from 'node:timers/promises'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { CallToolResultSchema } from '@modelcontextprotocol/sdk/types.js'
import { z } from 'zod'
import { makeEdit } from './edits'
import { Source, type Element } from './source'
import type { Studio } from './studio'

/** What the tools say of the comments and of the design. */
const feedbackSchema = z.object({
  designs: z.array(z.object({ id: z.string(), version: z.number() })),
  comments: z.array(z.object({ number: z.number(), quoted: z.object({ text: z.string() }) })),
})
const commentSchema = z.object({
  number: z.number(),
  /** A pin that is far from words has no element. */
  quoted: z.object({ text: z.string(), quote: z.optional(z.string()), selector: z.optional(z.string()) }),
})
const changesSchema = z.object({
  comments: z.object({
    changed: z.array(z.number()),
    same: z.array(z.number()),
    waiting: z.array(z.number()),
  }),
})

export interface AgentReport {
  /** The comments that it has read, by number. */
  read: { number: number; text: string }[]
  /** Numbers of the comments whose edit it has made. */
  done: number[]
  /** Numbers of the comments whose spots look different now, as the product says. */
  changed: number[]
}

export interface AgentHabits {
  /** Whether it leaves a comment for later. */
  leaves: (text: string) => boolean
  /** What it edits: what was asked for; nothing, or the first heading instead, in the controls. */
  edits: 'asked' | 'nothing' | 'elsewhere'
}

const waitMs = 250
const maxWaits = 240

/** Reads the feedback with the tools, edits the source, pushes it, asks which spots changed, and answers and resolves what it
 *  has done, partly with the tools and partly with the command line. */
export async function work(studio: Studio, { leaves, edits }: AgentHabits): Promise<AgentReport> {
  const client = new Client({ name: 'loop', version: '1.0.0' })
  const headers = { Authorization: `Bearer ${studio.token}` }
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${studio.url}/mcp`), { requestInit: { headers } }),
  )
  try {
    const project = await projectOf(client, studio)
    const { designs, comments } = feedbackSchema.parse(
      await call(client, 'list_feedback', { project, status: 'open' }),
    )
    const source = new Source(await studio.readSource())
    const done: number[] = []
    for (const { number } of comments) {
      const comment = commentSchema.parse(await call(client, 'get_comment', { project, number }))
      const element = elementOf(source, comment)
      if (leaves(comment.quoted.text) || !element) continue
      if (edits === 'asked') makeEdit(source, element, comment.quoted.text)
      done.push(number)
    }
    if (edits === 'elsewhere')
      source.addStyle(source.find('html > body > section > h2'), 'letter-spacing: 9px')
    await studio.writeSource(source.edited())
    await studio.push()

    const [design] = designs
    if (!design) throw new Error('The project has no design.')
    const changed = await changedSince(client, { project, design: design.id, from: design.version })
    for (const number of done) {
      if (number % 2 === 0) await call(client, 'reply', { project, number, text: reply })
      else await studio.pinmark('reply', String(number), reply)
    }
    for (const number of done.filter((one) => one % 2 === 0))
      await call(client, 'resolve', { project, number })
    const others = done.filter((number) => number % 2 === 1)
    if (others.length > 0) await studio.pinmark('resolve', ...others.map(String))
    return { read: comments.map(({ number, quoted }) => ({ number, text: quoted.text })), done, changed }
  } finally {
    await client.close()
  }
}

/** What it answers to each comment that it has worked on. */
export const reply = 'Done in the new version.'

async function projectOf(client: Client, { project }: Studio): Promise<string> {
  const projects = z.array(z.object({ id: z.string() })).parse(await call(client, 'list_projects', {}))
  const [only] = projects
  if (projects.length !== 1 || only?.id !== project.id) throw new Error('The token shows other projects.')
  return only.id
}

/** The element that a comment points at: that of the capture, which has to say the quoted words. Null if it is not known. */
function elementOf(
  source: Source,
  { quoted: { quote, selector } }: z.infer<typeof commentSchema>,
): Element | null {
  if (quote === undefined || selector === undefined) return null
  const element = source.find(selector)
  const says = source.textOf(element).toLowerCase()
  if (!says.includes(quote.toLowerCase())) throw new Error(`“${says}” is not “${quote}”.`)
  return element
}

/** Waits until the comments have their places. */
async function changedSince(client: Client, asked: { project: string; design: string; from: number }) {
  for (let waits = 0; waits < maxWaits; waits += 1) {
    const answer = await call(client, 'list_changes', asked)
    const { comments } = changesSchema.partial().parse(answer)
    // Nothing was added, because the picture is the same.
    if (!comments) return []
    if (comments.waiting.length === 0) return comments.changed
    await pause(waitMs)
  }
  throw new Error('The comments did not get their places.')
}

async function call(client: Client, name: string, given: Record<string, unknown>): Promise<unknown> {
  const answer = CallToolResultSchema.parse(await client.callTool({ name, arguments: given }))
  const [text = ''] = answer.content.flatMap((one) => (one.type === 'text' ? [one.text] : []))
  if (answer.isError) throw new Error(`${name}: ${text}`)
  return JSON.parse(text)
}
