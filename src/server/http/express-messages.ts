import { IncomingMessage, type RequestListener, type ServerOptions, ServerResponse } from 'node:http'
import type { Express } from 'express'
import { listingResponses } from '#server/response-headers.ts'

type Messages = Pick<ServerOptions, 'IncomingMessage' | 'ServerResponse'>

/**
 * Return the classes of the messages that a server creates for a listener: Node's own, unless it is an Express
 * application. Express sets the prototype of each request and response, after which every access to them is slow: more
 * than half of what a bare Express costs. Messages that are created with these prototypes need no change.
 * They are subclasses, so that V8 reserves room for the fields of Node's constructors: without it, they would become
 * dictionaries.
 */
export function messagesOf(listener: RequestListener | Express): Messages {
  if (!('request' in listener)) return {}
  class Request extends IncomingMessage {}
  const Response = listingResponses(ServerResponse)
  Object.setPrototypeOf(Request.prototype, listener.request)
  Object.setPrototypeOf(Response.prototype, listener.response)
  Object.assign(listener, { request: Request.prototype, response: Response.prototype })
  return { IncomingMessage: Request, ServerResponse: Response } as unknown as Messages
}
