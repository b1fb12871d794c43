/** Names the request in its answer and in the log, for questions to the operator. */
export const requestIdHeader = 'X-Request-Id'
/** `1` when the token that was sent no longer counts: the page then forgets it. */
export const sessionEndedHeader = 'X-Session-Ended'
