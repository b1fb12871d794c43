import type { Picture } from '@pinmark/shared/entities/comment'
import type { Api } from './app-under-test'
import { newPicture } from './given-design'

interface Given {
  id?: string
  bytes?: Buffer
  name?: string
}

export async function sendPicture(
  api: Api,
  projectId: string,
  headers: Record<string, string>,
  { id, bytes, name = 'calmer.png' }: Given = {},
) {
  const request = api.post(`/projects/${projectId}/pictures`).set(headers)
  if (id !== undefined) void request.field('_id', id)
  return request.attach('image', bytes ?? (await newPicture()), { filename: name })
}

/** Uploads a picture that no message uses yet, as the person with these headers. */
export async function givenPicture(
  api: Api,
  projectId: string,
  headers: Record<string, string>,
  given: Given = {},
): Promise<Picture> {
  const answer = await sendPicture(api, projectId, headers, given)
  if (answer.status !== 201) throw new Error(`Could not upload a picture: ${answer.text}`)
  return answer.body
}
