import { setupServer } from 'msw/node'

/** Stands in for the network in component tests. What no handler answers is an error. */
export const server = setupServer()
