import type { RequestHeaders } from '@pinmark/shared/api/parameters'
import { errorCodeHeader, errorParamsHeader } from '@pinmark/shared/paths'
import type { Words } from '../http/route'
import type { JsonSchema } from './json-schema'

/** The meaning of request headers. */
export const headerWords: Record<keyof RequestHeaders, string> = {
  'X-Guest-Secret':
    'A secret that the browser generates once, 22 to 64 characters of base64url. A later request with the same secret comes from the author of the comments that were written with it.',
  'X-Link-Token': 'The token for a link with a password: see POST /projects/{projectId}/unlock.',
  'Idempotency-Key':
    'The same key with the same body from the same sender gets the stored comment. Without a key, the `_id` of the ' +
    'body is the key; without that, the body itself, for a day. A sender is recognised by the guest secret, else by the ' +
    'token, else by the network. A repeated upload with the same key and files from the same account adds nothing, ' +
    'and gets the existing project, designs or version; a repeated duplicate of a project gets the existing one.',
  'Last-Event-ID': 'The id of the last event, at first the position of the project.',
  'X-Viewer-Name': 'Percent-encoded name under which the other visitors see the caller.',
}

/** Answers that mean the same everywhere. */
export const statusWords: Readonly<Record<number, string>> = {
  206: 'The requested range.',
  304: 'Not changed since the version that If-None-Match names.',
  416: 'The requested range does not exist.',
}

/** Headers of answers. */
export const answerHeaders: Record<string, { description: string; schema: JsonSchema }> = {
  [errorCodeHeader]: { description: 'The code of the error.', schema: { type: 'string' } },
  [errorParamsHeader]: {
    description: 'The values in the sentence, as in a query.',
    schema: { type: 'string' },
  },
  'Retry-After': {
    description: 'Seconds after which another try makes sense.',
    schema: { type: 'integer', minimum: 1 },
  },
  'WWW-Authenticate': { description: 'The kind of token that is expected.', schema: { const: 'Bearer' } },
  ETag: {
    description: 'The version of the bytes, for If-None-Match and If-Range.',
    schema: { type: 'string' },
  },
  'Accept-Ranges': { description: 'Ranges are counted in bytes.', schema: { const: 'bytes' } },
  'Content-Disposition': { description: 'Says to save the file, and its name.', schema: { type: 'string' } },
  'Content-Range': {
    description: 'The sent range, and the length of the whole.',
    schema: { type: 'string' },
  },
}
/** The headers of answers with a status, if the endpoint sends them at all. */
export const headersByStatus: Readonly<Record<number, readonly string[]>> = {
  200: ['ETag', 'Accept-Ranges'],
  206: ['ETag', 'Accept-Ranges', 'Content-Range'],
  304: ['ETag'],
  401: ['WWW-Authenticate'],
  416: ['Accept-Ranges', 'Content-Range'],
  429: ['Retry-After'],
  503: ['Retry-After'],
}

/** The subject of each topic's endpoints. */
export const topicWords: Record<Words['topic'], string> = {
  Accounts: 'Register, use and delete an account.',
  Projects: 'A project: its designs and all comments on them.',
  Designs:
    'The pictures of a project, in order, each with its versions. For the owner and the members only, whatever the link allows.',
  Rounds: 'A review has rounds: a new version opens the next one, and reviewers give a verdict on each.',
  Comments: 'Comments on a spot of the design, and their replies.',
  Sharing: 'The link of a project and its permissions.',
  Members: 'The people who work on a project besides its owner, and its hand-over.',
  Live: 'Live changes of a project, and how far a visitor has read.',
  Images: 'The pictures themselves.',
  Webhooks: 'Addresses that receive the events in the projects of an account.',
  Tools: 'A door for coding agents.',
  Service: 'The installation, its health and its documents.',
}
