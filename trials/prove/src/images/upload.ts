import type { ProjectSummary } from '@pinmark/shared/entities/project'
import { readProject, type Owner } from '@pinmark/testbed/client'
import { bearer } from '../calls/test-project'
import { sendRequest, type HttpAnswer } from '../http-request'

const boundary = 'pinmark-prove'

/** Creates a project from a file, as a form does. */
export function uploadImage(
  url: string,
  owner: Owner,
  bytes: Uint8Array,
  { name = 'A picture', fileName = 'design.png' } = {},
): Promise<HttpAnswer> {
  // A file name contains no slash. Quotes are escaped as browsers do it.
  const quoted = fileName.replaceAll('"', '%22').replaceAll(/[\r\n/\\]/g, ' ')
  const head =
    `--${boundary}\r\nContent-Disposition: form-data; name="name"\r\n\r\n${name}\r\n` +
    `--${boundary}\r\nContent-Disposition: form-data; name="image"; filename="${quoted}"\r\n` +
    'Content-Type: application/octet-stream\r\n\r\n'
  const body = Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)])
  const headers = { ...bearer(owner), 'Content-Type': `multipart/form-data; boundary=${boundary}` }
  return sendRequest(url, { method: 'POST', path: '/projects', headers, body: new Uint8Array(body) })
}

/** The bytes at an address. @throws if they are refused */
export async function download(url: string, path: string, owner?: Owner): Promise<Buffer> {
  const answer = await fetch(url + path, { headers: owner ? bearer(owner) : {} })
  if (!answer.ok) throw new Error(`GET ${path} answered ${answer.status}`)
  return Buffer.from(await answer.arrayBuffer())
}

/** The address of the original file, for its owner. */
export async function originalPath(url: string, owner: Owner, { _id }: ProjectSummary): Promise<string> {
  const [design] = (await readProject(url, _id, owner.token)).designs
  const [version] = design?.versions ?? []
  return `/projects/${_id}/designs/${design?._id}/versions/${version?._id}/original`
}
