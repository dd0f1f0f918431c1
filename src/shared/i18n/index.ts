import rosetta from 'rosetta'
import { account } from './account.ts'
import { activity } from './activity.ts'
import { agree, typeset } from './agree.ts'
import { alertRules } from './alert-rules.ts'
import { alerts } from './alerts.ts'
import { audit } from './audit.ts'
import { auditCounts } from './audit-counts.ts'
import { auditKindWords } from './audit-kinds.ts'
import { auditSays } from './audit-says.ts'
import { auditTerms } from './audit-terms.ts'
import { auth } from './auth.ts'
import { bulk } from './bulk.ts'
import { care } from './care.ts'
import { catalogue } from './catalogue.ts'
import { channels } from './channels.ts'
import { classScreens } from './class-screens.ts'
import { common } from './common.ts'
import { custody } from './custody.ts'
import { custodyMarks } from './custody-marks.ts'
import { dates } from './dates.ts'
import { deliveries } from './deliveries.ts'
import { deviceForm } from './device-form.ts'
import { deviceScreens } from './device-screens.ts'
import { devices } from './devices.ts'
import { errors } from './errors.ts'
import { exportColumns } from './export-columns.ts'
import { exportWords } from './exports.ts'
import { feed } from './feed.ts'
import { feedBatches } from './feed-batches.ts'
import { feedConflicts } from './feed-conflicts.ts'
import { feedScreens } from './feed-screens.ts'
import { feedSources } from './feed-sources.ts'
import { fleetScreens } from './fleet-screens.ts'
import { frame } from './frame.ts'
import { goods } from './goods.ts'
import { inspections } from './inspections.ts'
import { kpi } from './kpi.ts'
import { live } from './live.ts'
import { lookUp } from './look-up.ts'
import { machineTypes } from './machine-types.ts'
import { ownErrors } from './own-errors.ts'
import { ownPassword } from './own-password.ts'
import { palette } from './palette.ts'
import { performance } from './performance.ts'
import { placeEdit } from './place-edit.ts'
import { placeHistory } from './place-history.ts'
import { placeScreens } from './place-screens.ts'
import { projects } from './projects.ts'
import { repairScreens } from './repair-screens.ts'
import { repairs } from './repairs.ts'
import { requestProblems } from './request-problems.ts'
import { reservations } from './reservations.ts'
import { routeNames } from './route-names.ts'
import { scheduleProblems } from './schedule-problems.ts'
import { schedules } from './schedules.ts'
import { seed } from './seed.ts'
import { serialLists } from './serial-lists.ts'
import { stations } from './stations.ts'
import { stock } from './stock.ts'
import { stocktakes } from './stocktakes.ts'
import { tables } from './tables.ts'
import { today } from './today.ts'
import { traceScreens } from './trace-screens.ts'
import { transferDialog } from './transfer-dialog.ts'
import { transfers } from './transfers.ts'
import { undoReasons } from './undo-reasons.ts'
import { users } from './users.ts'
import { views } from './views.ts'
import { wizard } from './wizard.ts'
import { wizardFields } from './wizard-fields.ts'
import { wizardFiles } from './wizard-files.ts'
import { wizardPanel } from './wizard-panel.ts'
import { wizardPlan } from './wizard-plan.ts'

export type Language = 'zh' | 'en'
export const defaultLanguage: Language = 'zh'

const areas = [
  common,
  dates,
  errors,
  ownErrors,
  frame,
  seed,
  tables,
  exportColumns,
  exportWords,
  auth,
  account,
  custody,
  custodyMarks,
  devices,
  deviceForm,
  machineTypes,
  deviceScreens,
  care,
  activity,
  classScreens,
  traceScreens,
  transfers,
  feed,
  alerts,
  alertRules,
  feedBatches,
  undoReasons,
  feedSources,
  feedConflicts,
  feedScreens,
  fleetScreens,
  goods,
  placeScreens,
  placeHistory,
  placeEdit,
  ownPassword,
  repairs,
  repairScreens,
  requestProblems,
  serialLists,
  transferDialog,
  stocktakes,
  live,
  reservations,
  inspections,
  lookUp,
  catalogue,
  channels,
  deliveries,
  schedules,
  scheduleProblems,
  performance,
  projects,
  users,
  routeNames,
  stations,
  kpi,
  stock,
  today,
  palette,
  bulk,
  audit,
  auditKindWords,
  auditTerms,
  auditCounts,
  auditSays,
  views,
  wizard,
  wizardFields,
  wizardFiles,
  wizardPanel,
  wizardPlan,
] as const
type Area = (typeof areas)[number]
type Keys<A> = A extends { zh: infer Zh } ? keyof Zh & string : never
/** Every word of the product, by key. */
export type Word = Keys<Area>

const merged = (language: Language): Record<string, string> => Object.assign({}, ...areas.map((area) => area[language]))

// Rosetta splits keys at dots, so they are given to it with another mark.
const flat = (words: Record<string, string>) =>
  Object.fromEntries(Object.entries(words).map(([key, text]) => [key.replaceAll('.', '|'), text]))
const book = rosetta({ zh: flat(merged('zh')), en: flat(merged('en')) })

export type Values = Record<string, string | number>

/** The text of a word; `{{name}}` in it is replaced by `values.name`. */
export function word(language: Language, key: Word, values: Values = {}): string {
  return agree(book.t(key.replaceAll('.', '|'), typeset(language, values), language) || key, values)
}

export const isLanguage = (value: unknown): value is Language => value === 'zh' || value === 'en'
