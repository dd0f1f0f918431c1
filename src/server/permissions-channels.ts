import { baseManagers, channelKeepers, type Rule } from './permissions-reach.ts'

/** Rules for outgoing messages and for data fetched from outside. */
export const channelRules = {
  'channels.find': { calls: [], reach: channelKeepers },
  'channels.save': { calls: [], reach: channelKeepers, audit: true },
  'channels.setStatus': { calls: [], reach: channelKeepers, audit: true },
  'channels.test': { calls: [], reach: channelKeepers, audit: true },
  'channels.delete': { calls: [], reach: channelKeepers, audit: true },
  'feedSources.find': { calls: [], key: 'base_screen', reach: baseManagers },
  'feedSources.save': { calls: [], key: 'base_screen', reach: baseManagers, audit: true },
  'feedSources.setStatus': { calls: [], key: 'base_screen', reach: baseManagers, audit: true },
  'feedSources.pull': { calls: [], key: 'base_screen', reach: baseManagers, audit: true },
  'feedSources.delete': { calls: [], key: 'base_screen', reach: baseManagers, audit: true },
  'schedules.find': { calls: [], reach: channelKeepers },
  'schedules.save': { calls: [], reach: channelKeepers, audit: true },
  'schedules.setStatus': { calls: [], reach: channelKeepers, audit: true },
  'schedules.delete': { calls: [], reach: channelKeepers, audit: true },
  'schedules.preview': { calls: [], reach: channelKeepers },
  'schedules.run': { calls: [], reach: channelKeepers, audit: true },
  'schedules.runs': { calls: [], reach: channelKeepers },
  'schedules.resend': { calls: [], reach: channelKeepers, audit: true },
  'schedules.revoke': { calls: [], reach: channelKeepers, audit: true },
  'schedules.troubles': { calls: [], reach: channelKeepers, polling: true },
  'deliveries.find': { calls: [], reach: channelKeepers },
  'deliveries.resend': { calls: [], reach: channelKeepers, audit: true },
} as const satisfies Record<string, Rule>
