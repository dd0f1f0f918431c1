import { IncomingMessage, type RequestListener, type ServerOptions, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Express } from 'express'

type Messages = Pick<ServerOptions, 'IncomingMessage' | 'ServerResponse'>

/** Constructors of Node that are functions can initialize an object with another prototype; classes cannot. */
const areFunctions = ![IncomingMessage, ServerResponse].some((one) => String(one).startsWith('class'))

/**
 * Return the classes of the messages that a server creates for a listener: Node's own, unless it is an Express
 * application. Express sets the prototype of
 * each request and response, after which every access to them is slow: more than half of what a bare Express costs.
 * Messages that are created with these prototypes need no change.
 */
export function messagesOf(listener: RequestListener | Express): Messages {
  if (!areFunctions || !('request' in listener)) return {}
  const { request, response } = listener
  function Request(this: IncomingMessage, socket: Socket) {
    IncomingMessage.call(this, socket)
  }
  Request.prototype = request
  function Response(this: ServerResponse, ...given: ConstructorParameters<typeof ServerResponse>) {
    ServerResponse.call(this, ...given)
  }
  Response.prototype = response
  return { IncomingMessage: Request, ServerResponse: Response } as unknown as Messages
}
