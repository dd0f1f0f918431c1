import type { ProcedurePath } from '#server/policy.ts'
import { procedures } from '#server/rest/procedures.ts'
import { type LoadClass, rankOf } from './classes.ts'

/** What differs from the rules below, one row a procedure. */
const exceptions: Partial<Record<ProcedurePath, LoadClass>> = {
  // Frames and charts ask these before anything else can be shown, and memory answers most of them.
  'charts.lastDate': 'reading',
  'charts.coverage': 'reading',
  'charts.provinceNames': 'reading',
  // Anyone who works on a form needs it as much as its button. Source: trust.md O2
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
  // Programs keep what is refused and send it again: people go first.
  'live.report': 'heavy',
  'feeds.undo': 'heavy',
  'feeds.resolve': 'heavy',
  'transfers.save': 'heavy',
  // Anyone who has started a feed can follow and end it, whatever else goes on.
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

/** The class of a procedure: its row above, else `heavy` for exports, else that of its feature, else saving for what changes something and reading for the rest. */
export const loadOf = (path: string): LoadClass => known.get(path) ?? 'reading'

/** The class of calls that travel together: that of the least urgent, so that no chart rides on a sign-in. */
export const loadOfAll = (paths: readonly string[]): LoadClass =>
  paths.map(loadOf).reduce((worst, load) => (rankOf(load) > rankOf(worst) ? load : worst), 'session' as LoadClass)

/** A stream of events lasts as long as somebody watches. */
export const isStream = (path: string): boolean => typeOf.get(path) === 'subscription'
