import { givenComment, givenProject, mustCall, type Owner } from '@pinmark/testbed/client'
import { exportFormats } from '@pinmark/shared/entities/export'
import { limits } from '@pinmark/shared/limits'
import { inParallel } from '../in-parallel'
import type { LargestRequest } from './largest-requests'

const threads = 8
const atATime = 8

/** Calls without a large request whose answers are large: all that reads a project with the longest comments and as many
 *  replies as they take. */
export async function heavyReads(url: string, owner: Owner): Promise<LargestRequest[]> {
  const { _id } = await givenProject(url, owner)
  const first = await Promise.all(
    Array.from({ length: threads }, (_, at) => givenComment(url, _id, longest(at))),
  )
  const length = Math.floor(limits.replyBytesPerComment / Buffer.byteLength(longest(0)))
  const replies = first.flatMap((thread) => Array.from({ length }, () => thread))
  await inParallel([...replies.entries()], atATime, async ([at, thread]) => {
    const body = { commenter: 'Priya', text: longest(at), createdAt: new Date().toISOString() }
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

/** Four bytes for each code point, and none like another one. */
function longest(at: number): string {
  return `${at} `.padEnd(limits.commentText.max - 10, '.').replaceAll('.', '💩')
}
