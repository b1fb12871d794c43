import type { RequestHeaders } from '@pinmark/shared/api/parameters'
import type { Words } from '../../http/words'

/** The meaning of request headers. */
export const headerWords: Record<keyof RequestHeaders, string> = {
  'X-Guest-Secret':
    'A secret that the browser generates once, 22 to 64 characters of base64url. A later request with the same secret comes from the author of the comments that were written with it.',
  'X-Link-Token': 'The token for a link with a password: see POST /projects/{projectId}/unlock.',
  'Idempotency-Key':
    'The same key with the same body from the same sender gets the stored comment. Without a key, the `_id` of the ' +
    'body is the key; without that, the body itself, for a day. A sender is recognised by the guest secret, else by the ' +
    'token, else by the network. A repeated upload with the same key and files from the same account adds nothing, ' +
    'and gets the existing project, designs or version.',
  'Last-Event-ID': 'The id of the last event, at first the position of the project.',
  'X-Viewer-Name': 'Percent-encoded name under which the other visitors see the caller.',
}

/** Answers that mean the same everywhere. */
export const statusWords: Readonly<Record<number, string>> = {
  206: 'The requested range.',
  304: 'Not changed since the version that If-None-Match names.',
  416: 'The requested range does not exist.',
}

/** The subject of each topic's endpoints. */
export const topicWords: Record<Words['topic'], string> = {
  Accounts: 'Register, use and delete an account.',
  Projects: 'A project: its designs and all comments on them.',
  Designs:
    'The pictures of a project, in order, each with its versions. For the owner only, whatever the link allows.',
  Rounds: 'A review has rounds: a new version opens the next one, and reviewers give a verdict on each.',
  Comments: 'Comments on a spot of the design, and their replies.',
  Sharing: 'The link of a project and its permissions.',
  Live: 'Live changes of a project, and how far a visitor has read.',
  Images: 'The pictures themselves.',
  Webhooks: 'Addresses that receive the events in the projects of an account.',
  Service: 'The installation, its health and its documents.',
}
