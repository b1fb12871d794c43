import { setupServer } from 'msw/node'

/** The network as a test sees it: it answers what the test tells it to, and nothing else. */
export const server = setupServer()
