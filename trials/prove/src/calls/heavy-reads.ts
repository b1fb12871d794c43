import { setTimeout as pause } from 'node:timers/promises'
import { givenComment, givenProject, mustCall, readProject, type Owner } from '@pinmark/testbed/client'
import { exportFormats } from '@pinmark/shared/entities/export'
import { limits } from '@pinmark/shared/limits'
import { inParallel } from '../in-parallel'
import type { LargestRequest } from './largest-requests'
import { openStream } from './live-after-logout'
import { newGuest } from './test-project'

const atATime = 8

/** The contents of the comments and their replies, each repeated up to the limit: four bytes per code point;
 *  spaces that are slow to search; characters with a meaning in Markdown and spreadsheets; a line break after
 *  every letter. */
const fillings = [...Array.from({ length: 5 }, () => '💩'), ' ', '_`', '\n=']

/** A project with the longest comments and the maximum number of replies. */
export interface HeavyProject {
  _id: string
  /** The position of its live events, before the replies. */
  position: string
  /** With the headers of the guests who replied. */
  threads: { _id: string; authors: Record<string, string>[] }[]
}

export async function givenHeavyProject(url: string, owner: Owner): Promise<HeavyProject> {
  const { _id } = await givenProject(url, owner)
  const threads = await Promise.all(
    fillings.map(async (filling, at) => ({
      filling,
      ...(await givenComment(url, _id, longest(filling, at))),
      authors: [] as Record<string, string>[],
    })),
  )
  const position = await positionOf(url, _id)
  const replies = threads.flatMap((thread) => {
    const length = Math.floor(limits.replyBytesPerComment / Buffer.byteLength(longest(thread.filling, 0)))
    return Array.from({ length }, () => thread)
  })
  await inParallel([...replies.entries()], atATime, async ([at, thread]) => {
    const text = longest(thread.filling, at)
    const body = { commenter: 'Priya', text, createdAt: new Date().toISOString() }
    const path = `${url}/projects/${_id}/comments/${thread._id}/replies`
    const headers = newGuest()
    thread.authors.push(headers)
    await mustCall(201, path, { method: 'POST', body, headers })
  })
  return { _id, position, threads }
}

/** The server knows positions only after a page has followed the project. */
async function positionOf(url: string, projectId: string): Promise<string> {
  const page = await openStream(`${url}/projects/${projectId}/events`, {})
  for (;;) {
    const { position } = await readProject(url, projectId)
    if (position) {
      page.close()
      return position
    }
    await pause(100)
  }
}

/** Calls with small requests and large answers: all reads of a heavy project. */
export function heavyReads({ _id }: HeavyProject): LargestRequest[] {
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
