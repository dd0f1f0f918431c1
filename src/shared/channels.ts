import { z } from 'zod'
import type { AlertSeverity } from './alerts.ts'
import { requiredText } from './base-records.ts'
import { Paging } from './paging.ts'
import { closedRequest, Id, RowVersion, unlimited } from './request-fields.ts'

/** Where a message goes: by mail, to a program of the receiver, or to the robot of a group in one of three chats. */
export const channelKinds = ['mail', 'webhook', 'wecom', 'dingtalk', 'feishu'] as const
export type ChannelKind = (typeof channelKinds)[number]

/** From the least to the most urgent. */
export const severities = ['notice', 'warning', 'critical'] as const satisfies readonly AlertSeverity[]
export type Severity = AlertSeverity

/** What a channel has come to: it sends, a person has switched it off, or the product has, after failures or because the receiver is gone (410). */
export const channelStates = ['on', 'off', 'failing', 'gone'] as const
export type ChannelState = (typeof channelStates)[number]

/** So many failures in a row switch a channel off. */
export const mostFailures = 10
/** So many in a row are said on every screen while messages are still tried. */
export const failuresSaid = 3
/** For so long the former secret of a webhook still signs beside the new one, so that the receiver may change over. */
export const secretOverlapHours = 24

const longestName = 64
const longestAddress = 2_000
const longestSecret = 200
export const mostRecipients = 50

const mailAddress = /^[^\s@,;<>"]+@[^\s@,;<>"]+\.[^\s@,;<>".]+$/
/** The addresses of a text, which commas, semicolons, blanks or lines part. */
export const recipientsOf = (text: string): string[] => text.split(/[\s,;，；]+/).filter((part) => part !== '')

/** An absolute https address without user and password. Whether it may be reached is decided when it is. */
const isSafeAddress = (text: string): boolean => {
  if (!URL.canParse(text)) return false
  const { protocol, username, password } = new URL(text)
  return protocol === 'https:' && username === '' && password === ''
}

/** `hh:mm` of the business zone. */
export const TimeOfDay = z
  .string()
  .trim()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'timeOfDay')

/** An absolute https address without user and password. @param problem what a form says of any other */
export const safeAddress = (problem: string) => z.string().trim().max(longestAddress).refine(isSafeAddress, problem)

/** The same where none is stored yet. */
export const requiredAddress = (problem: string) =>
  z.string().trim().min(1, { abort: true }).max(longestAddress).refine(isSafeAddress, problem)

const areRecipients = (text: string): boolean => recipientsOf(text).every((one) => mailAddress.test(one))
/** Mail addresses where none are stored yet. */
export const requiredRecipients = z
  .string()
  .trim()
  .min(1, { abort: true })
  .max(longestAddress)
  .refine(areRecipients, 'mailAddresses')

export const channelFields = {
  name: requiredText(longestName),
  kind: z.enum(channelKinds),
  /** The https address of a webhook or a robot; left out of a change, the stored one stays. It is stored encrypted, for it opens the group. */
  address: unlimited(safeAddress('channelAddress')),
  /** Signs what is sent (webhook `whsec_…`, DingTalk, Feishu); left out of a change, the stored one stays. A webhook without one is given one. */
  secret: unlimited(z.string().trim().max(longestSecret)),
  /** Mail alone: addresses parted by commas. */
  recipients: unlimited(z.string().trim().max(longestAddress).refine(areRecipients, 'mailAddresses')),
  language: z.enum(['zh', 'en']),
  leastSeverity: z.enum(severities),
  /** Left out = each message at once; else one message a day at this time. */
  digestAt: unlimited(TimeOfDay),
  /** With a digest: events from this severity on are told at once besides; left out = all by the digest alone. */
  atOnceFrom: unlimited(z.enum(severities)),
}

/** With an id it changes that channel, which stays with its base and its client. */
export const ChannelSave = z.object({
  id: unlimited(Id),
  ...channelFields,
  /** Makes it the channel of this client: it is told of the client's machines alone, and the client may change it. */
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
  /** `stopped` = those that the product has switched off: `failing` and `gone`. */
  state: unlimited(z.enum([...channelStates, 'stopped'])),
  companyId: unlimited(Id),
})
export type ChannelListRequest = z.output<typeof ChannelListRequest>
/** What a person narrows the list by. */
export const ChannelFilters = ChannelListRequest.pick({ name: true, kind: true, state: true })

export const ChannelSwitch = z.object({ id: Id, on: z.boolean('yesNo'), rowVersion: RowVersion })
export type ChannelSwitch = z.output<typeof ChannelSwitch>

/** A channel as everybody sees it who may: without its secret, and of an address only the host. */
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
  /** Failures in a row since the last success. */
  failures: z.int().min(0),
  /** What was answered last, or why nothing was, while it fails; null = it does not, or nothing is known. */
  lastAnswer: z.string().nullable(),
  companyId: z.int().min(1),
  company: z.string(),
  clientId: z.int().min(1).nullable(),
  client: z.string().nullable(),
  updateTimeStr: z.string(),
  rowVersion: z.int().min(1),
})
export type ChannelRow = z.output<typeof ChannelRow>

/** What saving answers. `newSecret` is said once, when the product has made the secret itself. */
export const SavedChannel = z.object({
  id: z.int().min(1),
  rowVersion: z.int().min(1),
  newSecret: z.string().nullable(),
})
export type SavedChannel = z.output<typeof SavedChannel>

/** What came of a try, with the answer of the provider word for word. */
export const ChannelTrial = z.object({
  delivered: z.boolean(),
  status: z.int().nullable(),
  answer: z.string(),
  milliseconds: z.int().min(0),
})
export type ChannelTrial = z.output<typeof ChannelTrial>
