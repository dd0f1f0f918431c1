import { baseManagers, deviceReaders, managers, type Rule } from './permissions-reach.ts'

/** Rules for records that belong to a base and are entered by hand. */
export const baseRules = {
  /** Managers write them; base managers read those of their own base. */
  'stations.find': { calls: ['C141'], reach: baseManagers },
  'stations.save': { calls: [], key: 'groups', reach: managers, audit: true },
  'stations.delete': { calls: [], key: 'groups', reach: managers, audit: true },
  'measures.find': { calls: ['C021', 'C024'], key: 'indicator_out', reach: managers },
  'measures.save': { calls: ['C022'], key: 'indicator_out', reach: managers, audit: true },
  'measures.update': { calls: ['C023'], key: 'indicator_out', reach: managers, audit: true },
  /** Valid for all bases, so managers of headquarters change them. */
  'machineTypes.find': { calls: [], reach: deviceReaders },
  'machineTypes.save': { calls: [], key: 'indicator_out', reach: managers, audit: true },
  'machineTypes.update': { calls: [], key: 'indicator_out', reach: managers, audit: true },
} as const satisfies Record<string, Rule>
