import type { RequestHeaders } from '@pinmark/shared/api/parameters'

/** What the headers of a request mean. */
export const headerWords: Record<keyof RequestHeaders, string> = {
  'X-Guest-Secret':
    'A secret the browser makes once, 22 to 64 characters of base64url. Whoever sends it again is the author of what was written with it.',
  'Idempotency-Key':
    'The same key with the same body from the same sender gets the stored comment again. Without one, the `_id` of the ' +
    'body is the key; without that, the body itself is, for a day. A sender is known by the guest secret, else by the ' +
    'token, else by the network.',
  'Last-Event-ID': 'The id of the last event, at first the position of the project.',
  'X-Viewer-Name': 'Percent-encoded name under which the others see who is here.',
}

/** Answers that mean the same everywhere. */
export const statusWords: Readonly<Record<number, string>> = {
  206: 'The part that Range asks for.',
  304: 'Not changed since the version that If-None-Match names.',
  416: 'Range asks for what is not there.',
}
