import { errorTable } from '#shared/errors.ts'
import { type ApiWord, apiWord } from '#shared/i18n/api.ts'
import type { Language } from '#shared/i18n/index.ts'

/** Every code that an envelope can contain. */
export const restCodes: readonly number[] = [
  ...new Set([200, ...Object.values(errorTable).map(({ rest }) => rest)]),
].sort((a, b) => a - b)

/** The meaning of a code, where its number alone does not say it. */
export const codeWords: Readonly<Record<number, ApiWord>> = {
  200: 'api.code.200',
  400: 'api.code.400',
  403: 'api.code.403',
  404: 'api.code.404',
  409: 'api.code.409',
  413: 'api.code.413',
  429: 'api.code.429',
  500: 'api.code.500',
  503: 'api.code.503',
  4010: 'api.code.4010',
  4011: 'api.code.4011',
  50008: 'api.code.50008',
  50012: 'api.code.50012',
  50014: 'api.code.50014',
}

const sections = {
  auth: 'api.section.auth',
  users: 'api.section.users',
  devices: 'api.section.devices',
  feeds: 'api.section.feeds',
  transfers: 'api.section.transfers',
  alerts: 'api.section.alerts',
  alertRules: 'api.section.alertRules',
  silences: 'api.section.silences',
  live: 'api.section.live',
  charts: 'api.section.charts',
  dailies: 'api.section.dailies',
  data: 'api.section.data',
  repairs: 'api.section.repairs',
  comments: 'api.section.comments',
  sites: 'api.section.sites',
  stocktakes: 'api.section.stocktakes',
  channels: 'api.section.channels',
  deliveries: 'api.section.deliveries',
  schedules: 'api.section.schedules',
  feedSources: 'api.section.feedSources',
  clients: 'api.section.clients',
  accounts: 'api.section.accounts',
  attachments: 'api.section.attachments',
  traces: 'api.section.traces',
  testees: 'api.section.testees',
  towns: 'api.section.towns',
  classes: 'api.section.classes',
  cities: 'api.section.cities',
  projects: 'api.section.projects',
  materialTypes: 'api.section.materialTypes',
  models: 'api.section.models',
  tagTypes: 'api.section.tagTypes',
  materials: 'api.section.materials',
  parts: 'api.section.parts',
  plans: 'api.section.plans',
  reservations: 'api.section.reservations',
  reports: 'api.section.reports',
  machines: 'api.section.machines',
  machineTypes: 'api.section.machineTypes',
  stock: 'api.section.stock',
  orders: 'api.section.orders',
  catalogue: 'api.section.catalogue',
  stations: 'api.section.stations',
  measures: 'api.section.measures',
  kpi: 'api.section.kpi',
  audit: 'api.section.audit',
  system: 'api.section.system',
} as const satisfies Record<string, ApiWord>
/** A feature with a heading: only its procedures may have rows. */
export type Section = keyof typeof sections
const isSection = (name: string): name is Section => Object.hasOwn(sections, name)

/** The heading of a feature in the documentation. */
export const sectionWord = (language: Language, section: string): string =>
  isSection(section) ? apiWord(language, sections[section]) : section
