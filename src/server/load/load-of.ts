import type { ProcedurePath } from '#server/permissions.ts'
import { procedures } from '#server/rest/procedures.ts'
import { type LoadClass, rankOf } from './load-classes.ts'

/** Exceptions from the rules below, one row a procedure. */
const exceptions: Partial<Record<ProcedurePath, LoadClass>> = {
  // Frames and charts need these before they can show anything, and a cache answers most of them.
  'charts.lastDate': 'reading',
  'charts.coverage': 'reading',
  'charts.provinceNames': 'reading',
  // The cards read counters, as the total of a list does.
  'charts.counts': 'reading',
  // A user of a form needs these as much as its button. Source: trust.md O2
  'projects.get': 'saving',
  'projects.images': 'saving',
  'live.hours': 'charts',
  'machines.bar': 'charts',
  'machines.line': 'charts',
  'repairs.chart': 'charts',
  'clients.statement': 'heavy',
  'stocktakes.pdf': 'heavy',
  'projects.pdf': 'heavy',
  'feeds.update': 'heavy',
  'feeds.start': 'heavy',
  // Programs keep refused data and send it again: users go first.
  'live.report': 'heavy',
  'feeds.undo': 'heavy',
  'feeds.resolve': 'heavy',
  'transfers.save': 'heavy',
  // A user who has started a feed can always watch and cancel it.
  'feeds.progress': 'session',
  'feeds.watch': 'session',
  'feeds.cancel': 'session',
  'users.seed': 'heavy',
  'cities.import': 'heavy',
  'history.archive': 'heavy',
  'history.restore': 'heavy',
  'system.backup': 'heavy',
  'system.rotateKeys': 'heavy',
}
const features: Readonly<Record<string, LoadClass>> = {
  auth: 'session',
  charts: 'charts',
  kpi: 'charts',
  cockpits: 'charts',
}
const isExport = /\.export/

const typeOf = new Map<string, string>(Object.entries(procedures).map(([path, { _def }]) => [path, _def.type]))

const known = new Map<string, LoadClass>(
  [...typeOf].map(([path, type]) => {
    const [feature = ''] = path.split('.', 1)
    const usual: LoadClass = type === 'mutation' ? 'saving' : 'reading'
    return [path, exceptions[path as ProcedurePath] ?? (isExport.test(path) ? 'heavy' : (features[feature] ?? usual))]
  }),
)

/**
 * Return the class of a procedure: its row above, else `heavy` for exports, else that of its feature, else saving for
 * mutations and reading for queries.
 */
export const loadOf = (path: string): LoadClass => known.get(path) ?? 'reading'

/** Return the class of a batch: that of its least urgent call, so that no chart benefits from a sign-in. */
export const loadOfAll = (paths: readonly string[]): LoadClass =>
  paths.map(loadOf).reduce((worst, load) => (rankOf(load) > rankOf(worst) ? load : worst), 'session' as LoadClass)

/** Return whether the call is a subscription, which lasts as long as its watcher stays. */
export const isStream = (path: string): boolean => typeOf.get(path) === 'subscription'
