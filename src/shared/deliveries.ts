import { z } from 'zod'
import { channelKinds, severities } from './channels.ts'
import { longestSearch, Paging } from './paging.ts'
import { closedRequest, Id, unlimited } from './request-fields.ts'

/** Waits or is tried, was taken over, was given up, was told of in another message, or was left out because its channel was switched off. */
export const deliveryStates = ['due', 'delivered', 'failed', 'merged', 'dropped'] as const
export type DeliveryState = (typeof deliveryStates)[number]

/** How often a message is tried at most. */
export const mostTries = 10

/** An answer behind its status, which a mail server says itself: `250 OK`, not `250 250 OK`. */
export const withStatus = (status: number | null, answer: string): string =>
  status === null || answer.startsWith(`${status} `) ? answer : `${status} ${answer}`.trim()

/** Messages a minute that one robot gets; what is more goes together in one. Source: alerts.md, Behaviour */
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
/** What a person narrows the log by. */
export const DeliveryFilters = DeliveryListRequest.pick({ name: true, state: true })

/** A message of the log, with the last answer of its receiver word for word. */
export const DeliveryRow = z.object({
  id: z.int().min(1),
  /** Sent with each try; for a webhook it is `webhook-id`. */
  messageId: z.string(),
  channelId: z.int().min(1),
  channel: z.string(),
  kind: z.enum(channelKinds),
  /** What it was about: `alert.opened`, `digest` … */
  messageType: z.string(),
  severity: z.enum(severities),
  title: z.string(),
  state: z.enum(deliveryStates),
  attempts: z.int().min(0),
  createTimeStr: z.string(),
  /** When it was tried last; null = not yet. */
  lastTryStr: z.string().nullable(),
  /** When it is tried next; null = it is not. */
  dueStr: z.string().nullable(),
  status: z.int().nullable(),
  answer: z.string().nullable(),
  /** Of a merged one: what the message says that it left with. */
  mergedIntoTitle: z.string().nullable(),
})
export type DeliveryRow = z.output<typeof DeliveryRow>
