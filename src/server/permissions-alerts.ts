import { baseManagers, deviceReaders, type Rule, reviewers } from './permissions-reach.ts'

/** Rules for events, event rules and silences. Owners of machines see those of their own machines. */
export const alertRules = {
  'alerts.find': { calls: [], reach: deviceReaders },
  'alerts.get': { calls: [], reach: deviceReaders },
  /** Automatic requests of the navbar and wall screens; they do not extend a session. */
  'alerts.open': { calls: [], reach: deviceReaders, polling: true },
  'alerts.marks': { calls: [], reach: deviceReaders },
  'alerts.machines': { calls: [], reach: deviceReaders },
  'alerts.acknowledge': { calls: [], key: 'trace', reach: reviewers, audit: true },
  'alerts.silence': { calls: [], key: 'base_screen', reach: baseManagers, audit: true },
  'alertRules.find': { calls: [], key: 'base_screen', reach: baseManagers },
  'alertRules.save': { calls: [], key: 'base_screen', reach: baseManagers, audit: true },
  'alertRules.delete': { calls: [], key: 'base_screen', reach: baseManagers, audit: true },
  'alertRules.preview': { calls: [], key: 'base_screen', reach: baseManagers },
  'silences.find': { calls: [], key: 'base_screen', reach: baseManagers },
  'silences.save': { calls: [], key: 'base_screen', reach: baseManagers, audit: true },
  'silences.delete': { calls: [], key: 'base_screen', reach: baseManagers, audit: true },
} as const satisfies Record<string, Rule>
