import { IncomingMessage, ServerResponse, type ServerOptions } from 'node:http'
import type { Express } from 'express'

/** The classes of an app's requests and responses, for the HTTP server. Otherwise Express changes the prototype of
 *  each object, and V8 treats every later access to its properties as a slow one. Objects with the right prototype
 *  from the start halve the processor time of a small answer. */
export function expressClasses(app: Express): Pick<ServerOptions, 'IncomingMessage' | 'ServerResponse'> {
  class AppRequest extends IncomingMessage {}
  class AppResponse<Asked extends IncomingMessage = IncomingMessage> extends ServerResponse<Asked> {}
  app.request = Object.setPrototypeOf(AppRequest.prototype, app.request)
  app.response = Object.setPrototypeOf(AppResponse.prototype, app.response)
  return { IncomingMessage: AppRequest, ServerResponse: AppResponse }
}
