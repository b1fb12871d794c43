import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'

/** The stubbed network. It answers only requests that the test handles, and those that every project page
 *  makes in the background: the event stream, which stays silent, visits, and comparisons, which find nothing. */
export const server = setupServer(
  http.get('*/projects/:projectId/events', () => eventStream()),
  http.post('*/projects/:projectId/visit', () => HttpResponse.json({ visit: null })),
  http.get('*/projects/:projectId/designs/:designId/changes', () =>
    HttpResponse.json({ from: 1, to: 2, changes: [], runs: [] }),
  ),
)

/** An event stream that sends these events and then stays open. */
export function eventStream(...events: unknown[]): Response {
  const text = events.map((event, index) => `id: ${index}\ndata: ${JSON.stringify(event)}\n\n`).join('')
  const body = new ReadableStream({
    start: (controller) => controller.enqueue(new TextEncoder().encode(`: open\n\n${text}`)),
  })
  return new HttpResponse(body, { headers: { 'Content-Type': 'text/event-stream' } })
}
