import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'

/** The network as a test sees it: it answers what the test tells it to, and nothing else. Only what every project page
 *  does behind the scenes is answered already: nothing ever happens in a project, and visits are noted. */
export const server = setupServer(
  http.get('*/projects/:projectId/events', () => eventStream()),
  http.post('*/projects/:projectId/visit', () => HttpResponse.json({ visit: null })),
)

/** A line that tells some events and then stays open. */
export function eventStream(...events: unknown[]): Response {
  const text = events.map((event, index) => `id: ${index}\ndata: ${JSON.stringify(event)}\n\n`).join('')
  const body = new ReadableStream({
    start: (controller) => controller.enqueue(new TextEncoder().encode(`: open\n\n${text}`)),
  })
  return new HttpResponse(body, { headers: { 'Content-Type': 'text/event-stream' } })
}
