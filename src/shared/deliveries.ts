import { z } from 'zod'
import { channelKinds, severities } from './channels.ts'
import { longestSearch, Paging } from './paging.ts'
import { closedRequest, Id, unlimited } from './request-fields.ts'

/**
 * Waiting or being tried, accepted by the receiver, given up, included in another message, or dropped because its
 * channel was switched off.
 */
export const deliveryStates = ['due', 'delivered', 'failed', 'merged', 'dropped'] as const
export type DeliveryState = (typeof deliveryStates)[number]

/** Maximum number of attempts for a message. */
export const mostTries = 10

/** Put the status before the response text, unless a mail server's text already has it: `250 OK`, not `250 250 OK`. */
export const withStatus = (status: number | null, answer: string): string =>
  status === null || answer.startsWith(`${status} `) ? answer : `${status} ${answer}`.trim()

/** Maximum messages a minute to one robot; further ones are merged. Source: alerts.md, Behaviour */
export const mostAMinute = 15

export const DeliveryListRequest = closedRequest({
  ...Paging.shape,
  /** A part of the name of the channel. */
  name: unlimited(z.string().trim().max(longestSearch)),
  channelId: unlimited(Id),
  state: unlimited(z.enum(deliveryStates)),
  companyId: unlimited(Id),
})
export type DeliveryListRequest = z.output<typeof DeliveryListRequest>
/** A user's filters of the log. */
export const DeliveryFilters = DeliveryListRequest.pick({ name: true, state: true })

/** A message of the log, with the receiver's last response in its original text. */
export const DeliveryRow = z.object({
  id: z.int().min(1),
  /** Sent with each attempt; for a webhook it is `webhook-id`. */
  messageId: z.string(),
  channelId: z.int().min(1),
  channel: z.string(),
  kind: z.enum(channelKinds),
  /** The type of its content: `alert.opened`, `digest` … */
  messageType: z.string(),
  severity: z.enum(severities),
  title: z.string(),
  state: z.enum(deliveryStates),
  attempts: z.int().min(0),
  createTimeStr: z.string(),
  /** Time of the last attempt; null = not yet. */
  lastTryStr: z.string().nullable(),
  /** Time of the next attempt; null = none. */
  dueStr: z.string().nullable(),
  status: z.int().nullable(),
  answer: z.string().nullable(),
  /** For a merged message: the title of the message that includes it. */
  mergedIntoTitle: z.string().nullable(),
})
export type DeliveryRow = z.output<typeof DeliveryRow>
