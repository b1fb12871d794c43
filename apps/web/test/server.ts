import type { Instance } from '@pinmark/shared/entities/instance'
import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'

export const usualInstance: Instance = {
  registration: 'open',
  defaultLinkPermission: 'comment',
  publicUrl: null,
  mail: true,
  maxUploadMb: 25,
  maxProjects: 200,
  maxStorageGb: 2,
  maxCommentsPerProject: 5000,
  version: '1.0.0',
}

/** The stubbed network. It answers only requests that the test handles, and those that every project page makes in the
 *  background: the settings of the instance, the event stream, which stays silent, visits, comparisons, which find
 *  nothing, and texts, which designs lack. */
export const server = setupServer(
  http.get('/instance', () => HttpResponse.json(usualInstance)),
  http.get('*/projects/:projectId/events', () => eventStream()),
  http.post('*/projects/:projectId/visit', () => HttpResponse.json({ visit: null })),
  http.get('*/projects/:projectId/designs/:designId/changes', () =>
    HttpResponse.json({ from: 1, to: 2, changes: [], runs: [] }),
  ),
  http.get('*/projects/:projectId/designs/:designId/versions/:versionId/lines', () => HttpResponse.json([])),
  http.get('*/projects/:projectId/texts', () => HttpResponse.json([])),
)

/** An event stream that sends these events and then stays open. */
export function eventStream(...events: unknown[]): Response {
  const text = events.map((event, index) => `id: ${index}\ndata: ${JSON.stringify(event)}\n\n`).join('')
  const body = new ReadableStream({
    start: (controller) => controller.enqueue(new TextEncoder().encode(`: open\n\n${text}`)),
  })
  return new HttpResponse(body, { headers: { 'Content-Type': 'text/event-stream' } })
}

/** Opens the event stream of the page that is opened next. @returns sends an event in it */
export function givenEvents(): (event: object) => Promise<void> {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const events = writable.getWriter()
  server.use(
    http.get(
      '/projects/:id/events',
      () => new HttpResponse(readable, { headers: { 'Content-Type': 'text/event-stream' } }),
    ),
  )
  return (event) => events.write(new TextEncoder().encode(`data: ${JSON.stringify(event)}\n\n`))
}
