import type { RequestHeaders } from '@pinmark/shared/api/parameters'
import type { Words } from '../../http/words'

/** The meaning of request headers. */
export const headerWords: Record<keyof RequestHeaders, string> = {
  'X-Guest-Secret':
    'A secret the browser makes once, 22 to 64 characters of base64url. A request that carries it again comes from the author of what was written with it.',
  'X-Link-Token': 'What a link with a password gave out for it: see POST /projects/{projectId}/unlock.',
  'Idempotency-Key':
    'The same key with the same body from the same sender gets the stored comment again. Without one, the `_id` of the ' +
    'body is the key; without that, the body itself is, for a day. A sender is known by the guest secret, else by the ' +
    'token, else by the network. An upload with the same key and the same files from the same account adds nothing ' +
    'twice, and gets the project, the designs or the version that are there.',
  'Last-Event-ID': 'The id of the last event, at first the position of the project.',
  'X-Viewer-Name': 'Percent-encoded name under which the others see who is here.',
}

/** Answers that mean the same everywhere. */
export const statusWords: Readonly<Record<number, string>> = {
  206: 'The part that Range asks for.',
  304: 'Not changed since the version that If-None-Match names.',
  416: 'Range asks for what is not there.',
}

/** The subject of each topic's endpoints. */
export const topicWords: Record<Words['topic'], string> = {
  Accounts: 'Open, use and end an account.',
  Projects: 'An image with everything that is said about it.',
  Designs:
    'The pictures of a project, in order, each with its versions. For the owner alone, whatever the link allows.',
  Rounds:
    'A review goes through rounds: a new version opens the next one, and reviewers say what they think of each.',
  Comments: 'Words on a spot of the design, and replies to them.',
  Sharing: 'The link of a project and what it allows.',
  Live: 'What happens in a project while it is open, and how far a visitor has read.',
  Images: 'The pictures themselves.',
  Webhooks: 'Addresses outside that are told what happens in the projects of an account.',
  Service: 'The installation, its health and its documents.',
}
