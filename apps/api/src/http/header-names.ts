/** The id of the request in its answer and in the log, for questions to the operator. */
export const requestIdHeader = 'X-Request-Id'
/** `1` when the token of the request no longer counts, so that the page forgets it. */
export const sessionEndedHeader = 'X-Session-Ended'
