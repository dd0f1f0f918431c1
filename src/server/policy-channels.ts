import type { Rule } from '#shared/permissions.ts'
import { channelKeepers } from './policy-reach.ts'

/** Rows of the policy for what leaves the house. */
export const channelRules = {
  'channels.find': { calls: [], reach: channelKeepers },
  'channels.save': { calls: [], reach: channelKeepers, audit: true },
  'channels.setStatus': { calls: [], reach: channelKeepers, audit: true },
  'channels.test': { calls: [], reach: channelKeepers, audit: true },
  'channels.delete': { calls: [], reach: channelKeepers, audit: true },
  'deliveries.find': { calls: [], reach: channelKeepers },
  'deliveries.resend': { calls: [], reach: channelKeepers, audit: true },
} as const satisfies Record<string, Rule>
