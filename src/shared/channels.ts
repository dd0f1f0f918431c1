import { z } from 'zod'
import type { AlertSeverity } from './alerts.ts'
import { requiredText } from './base-records.ts'
import { Paging } from './paging.ts'
import { closedRequest, Id, RowVersion, unlimited } from './request-fields.ts'

/** The kind of a destination: mail, a program of the receiver, or a group robot in one of three chats. */
export const channelKinds = ['mail', 'webhook', 'wecom', 'dingtalk', 'feishu'] as const
export type ChannelKind = (typeof channelKinds)[number]

/** From the least to the most urgent. */
export const severities = ['notice', 'warning', 'critical'] as const satisfies readonly AlertSeverity[]
export type Severity = AlertSeverity

/**
 * The state of a channel: it sends, a user has switched it off, or the product has, after failures or because the
 * receiver is gone (410).
 */
export const channelStates = ['on', 'off', 'failing', 'gone'] as const
export type ChannelState = (typeof channelStates)[number]

/** This number of consecutive failures switches a channel off. */
export const mostFailures = 10
/** From this number of consecutive failures on, every screen shows a warning while messages are still tried. */
export const failuresSaid = 3
/** Hours for which the old secret of a webhook signs together with the new one, so that the receiver can switch. */
export const secretOverlapHours = 24

const longestName = 64
const longestAddress = 2_000
const longestSecret = 200
export const mostRecipients = 50

const mailAddress = /^[^\s@,;<>"]+@[^\s@,;<>"]+\.[^\s@,;<>".]+$/
/** Split a text at commas, semicolons, blanks or line breaks into addresses. */
export const recipientsOf = (text: string): string[] => text.split(/[\s,;，；]+/).filter((part) => part !== '')

/** Is a text an absolute https address without user and password? Whether it may be reached is decided on sending. */
const isSafeAddress = (text: string): boolean => {
  if (!URL.canParse(text)) return false
  const { protocol, username, password } = new URL(text)
  return protocol === 'https:' && username === '' && password === ''
}

/** `hh:mm` in the business time zone. */
export const TimeOfDay = z
  .string()
  .trim()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'timeOfDay')

/** An absolute https address without user and password. @param problem the form's error message */
export const safeAddress = (problem: string) => z.string().trim().max(longestAddress).refine(isSafeAddress, problem)

/** Such an address, required if none is stored yet. */
export const requiredAddress = (problem: string) =>
  z.string().trim().min(1, { abort: true }).max(longestAddress).refine(isSafeAddress, problem)

const areRecipients = (text: string): boolean => recipientsOf(text).every((one) => mailAddress.test(one))
/** Mail addresses, required if none are stored yet. */
export const requiredRecipients = z
  .string()
  .trim()
  .min(1, { abort: true })
  .max(longestAddress)
  .refine(areRecipients, 'mailAddresses')

export const channelFields = {
  name: requiredText(longestName),
  kind: z.enum(channelKinds),
  /**
   * The https address of a webhook or a robot; if missing in a change, the stored one stays. It is stored encrypted,
   * because it gives access to the group.
   */
  address: unlimited(safeAddress('channelAddress')),
  /**
   * Signs the messages (webhook `whsec_…`, DingTalk, Feishu); if missing in a change, the stored one stays. A webhook
   * without one receives a generated one.
   */
  secret: unlimited(z.string().trim().max(longestSecret)),
  /** Mail only: addresses separated by commas. */
  recipients: unlimited(z.string().trim().max(longestAddress).refine(areRecipients, 'mailAddresses')),
  language: z.enum(['zh', 'en']),
  leastSeverity: z.enum(severities),
  /** Missing = each message at once; otherwise one message a day at this time. */
  digestAt: unlimited(TimeOfDay),
  /** With a digest: events of this severity or higher are also sent at once; missing = all in the digest only. */
  atOnceFrom: unlimited(z.enum(severities)),
}

/** With an id it changes that channel, which stays with its base and its client. */
export const ChannelSave = z.object({
  id: unlimited(Id),
  ...channelFields,
  /**
   * Make it a channel of this client: it carries messages about the client's machines only, and the client may change
   * it.
   */
  clientId: unlimited(Id),
  companyId: unlimited(Id),
  rowVersion: RowVersion,
})
export type ChannelSave = z.output<typeof ChannelSave>

export const ChannelListRequest = closedRequest({
  ...Paging.shape,
  /** A part of the name. */
  name: unlimited(z.string().trim().max(longestName)),
  kind: unlimited(z.enum(channelKinds)),
  /** `stopped` = switched off by the product: `failing` and `gone`. */
  state: unlimited(z.enum([...channelStates, 'stopped'])),
  companyId: unlimited(Id),
})
export type ChannelListRequest = z.output<typeof ChannelListRequest>
/** A user's filters of the list. */
export const ChannelFilters = ChannelListRequest.pick({ name: true, kind: true, state: true })

export const ChannelSwitch = z.object({ id: Id, on: z.boolean('yesNo'), rowVersion: RowVersion })
export type ChannelSwitch = z.output<typeof ChannelSwitch>

/** A channel as every authorized user sees it: without its secret, and with only the host of its address. */
export const ChannelRow = z.object({
  id: z.int().min(1),
  name: z.string(),
  kind: z.enum(channelKinds),
  /** Host of the address, or the recipients of the mail. */
  target: z.string(),
  recipients: z.string().nullable(),
  hasSecret: z.boolean(),
  language: z.enum(['zh', 'en']),
  leastSeverity: z.enum(severities),
  digestAt: z.string().nullable(),
  atOnceFrom: z.enum(severities).nullable(),
  state: z.enum(channelStates),
  /** Consecutive failures since the last success. */
  failures: z.int().min(0),
  /**
   * The last response, or the reason why there was none, while the channel fails; null = it does not fail, or nothing
   * is known.
   */
  lastAnswer: z.string().nullable(),
  companyId: z.int().min(1),
  company: z.string(),
  clientId: z.int().min(1).nullable(),
  client: z.string().nullable(),
  updateTimeStr: z.string(),
  rowVersion: z.int().min(1),
})
export type ChannelRow = z.output<typeof ChannelRow>

/** The response to saving. `newSecret` is shown once, if the product has generated the secret. */
export const SavedChannel = z.object({
  id: z.int().min(1),
  rowVersion: z.int().min(1),
  newSecret: z.string().nullable(),
})
export type SavedChannel = z.output<typeof SavedChannel>

/** The result of a test message, with the provider's original response. */
export const ChannelTrial = z.object({
  delivered: z.boolean(),
  status: z.int().nullable(),
  answer: z.string(),
  milliseconds: z.int().min(0),
})
export type ChannelTrial = z.output<typeof ChannelTrial>
