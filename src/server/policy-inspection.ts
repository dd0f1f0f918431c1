import type { Rule } from '#shared/permissions.ts'
import { baseManagers, everyone, managers, reviewers, staff } from './policy-reach.ts'

/** Rules for inspections: measurements of people, class sessions, reservations and reports. */
export const inspectionRules = {
  /** Without the key of inspections: only own traces, without measurements. */
  'traces.find': { calls: ['C045'], key: 'trace', reach: { ...everyone, ...reviewers } },
  'traces.mine': { calls: ['C046'], reach: everyone },
  'traces.get': { calls: ['C043'], key: 'trace', reach: reviewers },
  'traces.ofTestee': { calls: [], key: 'trace', reach: reviewers },
  'traces.ofTown': { calls: ['C047'], key: 'trace', reach: reviewers },
  'traces.save': { calls: [], key: 'trace', reach: reviewers, audit: true },
  'traces.update': { calls: [], key: 'trace', reach: reviewers, audit: true },
  'traces.ofDevice': { calls: [], key: 'trace', reach: reviewers },
  'traces.setStatus': { calls: ['C042'], key: 'trace', reach: reviewers, audit: true },
  'testees.find': { calls: [], key: 'trace', reach: reviewers },
  'testees.get': { calls: [], key: 'trace', reach: reviewers },
  'testees.save': { calls: [], key: 'trace', reach: reviewers, audit: true },
  'testees.update': { calls: [], key: 'trace', reach: reviewers, audit: true },
  'towns.find': { calls: [], key: 'trace', reach: reviewers },
  'towns.save': { calls: [], key: 'groups', reach: managers, audit: true },
  'classes.find': { calls: ['C139'], key: 'trace', reach: reviewers },
  'classes.get': { calls: [], key: 'trace', reach: reviewers },
  'classes.save': { calls: [], key: 'trace', reach: reviewers, audit: true },
  'classes.update': { calls: [], key: 'trace', reach: reviewers, audit: true },
  /** An inspector deletes only class sessions that they held. */
  'classes.delete': { calls: [], key: 'trace', reach: { ...reviewers, inspector: 'own' }, audit: true },
  'classes.staff': { calls: [], key: 'trace', reach: reviewers },
  'classes.addChecks': { calls: ['C140'], key: 'trace', reach: reviewers, audit: true },
  'classes.report': { calls: [], key: 'trace', reach: reviewers },
  'classes.share': { calls: [], key: 'trace', reach: reviewers, audit: true },
  'classes.unshare': { calls: [], key: 'trace', reach: reviewers, audit: true },
  /** A screen requests a fresh token automatically during a meeting. */
  'classes.meeting': { calls: ['C082'], key: 'trace', reach: reviewers, polling: true },
  'classes.uploadVideo': { calls: [], key: 'trace', reach: reviewers, audit: true },
  /** For any holder of the key of a shared session, and for the meeting host, who checks a token of ours. */
  'classes.activity': { calls: [], anonymous: 'open', reach: everyone },
  'classes.checkMeeting': { calls: [], anonymous: 'open', reach: everyone },
  'plans.find': { calls: ['C142'], key: 'reservation', reach: staff },
  /** Only managers write week plans: the procedures check it. */
  'plans.save': { calls: ['C112'], key: 'reservation_plan_month', reach: baseManagers, audit: true },
  'plans.fill': { calls: [], key: 'reservation_plan_month', reach: baseManagers, audit: true },
  'plans.delete': { calls: [], key: 'reservation_plan_month', reach: baseManagers, audit: true },
  'reservations.find': { calls: [], key: 'reservation', reach: staff },
  'reservations.save': { calls: [], key: 'reservation', reach: staff, audit: true },
  'reservations.cancel': { calls: [], key: 'reservation', reach: staff, audit: true },
  'reports.saveFirst': { calls: ['C133'], key: 'reception', reach: staff, audit: true },
  'reports.syncFromReservation': { calls: ['C127'], key: 'reception', reach: staff, audit: true },
  'reports.find': { calls: ['C134'], key: 'trace', reach: reviewers },
  'reports.get': { calls: ['C130'], key: 'trace', reach: reviewers },
  'reports.getByUserId': { calls: ['C131'], key: 'trace', reach: reviewers },
  'reports.getDetail': { calls: ['C138'], key: 'trace', reach: reviewers },
  'reports.loadFabric': { calls: ['C137'], key: 'trace', reach: reviewers },
  'reports.save': { calls: ['C132'], key: 'trace', reach: reviewers, audit: true },
  'reports.setStatus': { calls: ['C126', 'C128'], key: 'trace', reach: reviewers, audit: true },
  'reports.cancel': { calls: ['C135'], key: 'trace', reach: reviewers, audit: true },
  'reports.upStation': { calls: ['C129'], key: 'trace', reach: reviewers, audit: true },
  'reports.saveFabric': { calls: ['C136'], key: 'trace', reach: reviewers, audit: true },
  /** For any holder of the number and the check code of a finished report. */
  'reports.lookUp': { calls: [], anonymous: 'open', reach: everyone, limit: 'lookUp' },
} as const satisfies Record<string, Rule>
