import { givenComment, givenProject, mustCall, type Owner } from '@pinmark/testbed/client'
import { exportFormats } from '@pinmark/shared/entities/export'
import { limits } from '@pinmark/shared/limits'
import { inParallel } from '../in-parallel'
import type { LargestRequest } from './largest-requests'

const atATime = 8

/** What the comments and their replies are made of, each repeated up to the limit: four bytes for each code point; what
 *  is slow to look for in spaces; what Markdown and spreadsheets read as signs; as many lines as there are letters. */
const fillings = [...Array.from({ length: 5 }, () => '💩'), ' ', '_`', '\n=']

/** Calls without a large request whose answers are large: all that reads a project with the longest comments and as many
 *  replies as they take. */
export async function heavyReads(url: string, owner: Owner): Promise<LargestRequest[]> {
  const { _id } = await givenProject(url, owner)
  const threads = await Promise.all(
    fillings.map(async (filling, at) => ({
      filling,
      ...(await givenComment(url, _id, longest(filling, at))),
    })),
  )
  const replies = threads.flatMap((thread) => {
    const length = Math.floor(limits.replyBytesPerComment / Buffer.byteLength(longest(thread.filling, 0)))
    return Array.from({ length }, () => thread)
  })
  await inParallel([...replies.entries()], atATime, async ([at, thread]) => {
    const text = longest(thread.filling, at)
    const body = { commenter: 'Priya', text, createdAt: new Date().toISOString() }
    await mustCall(201, `${url}/projects/${_id}/comments/${thread._id}/replies`, { method: 'POST', body })
  })
  const reads = [
    `/projects/${_id}`,
    `/projects/${_id}?comments=500`,
    ...exportFormats.map((format) => `/projects/${_id}/export?format=${format}`),
    `/projects/${_id}/export?format=csv&search=nothing`,
  ]
  return reads.map((path) => ({
    method: 'GET',
    path,
    what: `GET ${path.replace(_id, '{heavy project}')}`,
    headers: {},
  }))
}

/** None is like another one, and neither end is white space. */
function longest(filling: string, at: number): string {
  return `${at} ${filling.repeat((limits.commentText.max - 10) / [...filling].length)}.`
}
