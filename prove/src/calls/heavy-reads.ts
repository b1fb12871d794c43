import { givenComment, givenProject, mustCall, type Owner } from '@pinmark/testbed/client'
import { exportFormats } from '@pinmark/shared/entities/export'
import { limits } from '@pinmark/shared/limits'
import { inParallel } from '../in-parallel'
import type { LargestRequest } from './largest-requests'

const atATime = 8

/** The contents of the comments and their replies, each repeated up to the limit: four bytes per code point;
 *  spaces that are slow to search; signs with a meaning in Markdown and spreadsheets; as many lines as
 *  letters. */
const fillings = [...Array.from({ length: 5 }, () => '💩'), ' ', '_`', '\n=']

/** Calls with small requests and large answers: all reads of a project with the longest comments and the
 *  maximum number of replies. */
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

/** Each text is different, and none starts or ends with white space. */
function longest(filling: string, at: number): string {
  return `${at} ${filling.repeat((limits.commentText.max - 10) / [...filling].length)}.`
}
