import { errorTable } from '#shared/errors.ts'
import { type ApiWord, apiWord } from '#shared/i18n/api.ts'
import type { Language } from '#shared/i18n/index.ts'

/** Every code that an envelope can carry. */
export const restCodes: readonly number[] = [...new Set([200, ...Object.values(errorTable).map(({ rest }) => rest)])].sort((a, b) => a - b)

const sections = {
  auth: 'api.section.auth',
  users: 'api.section.users',
  devices: 'api.section.devices',
  feeds: 'api.section.feeds',
  charts: 'api.section.charts',
  sites: 'api.section.sites',
  clients: 'api.section.clients',
  accounts: 'api.section.accounts',
  cities: 'api.section.cities',
  projects: 'api.section.projects',
  materialTypes: 'api.section.materialTypes',
  models: 'api.section.models',
  tagTypes: 'api.section.tagTypes',
  materials: 'api.section.materials',
  parts: 'api.section.parts',
  catalogue: 'api.section.catalogue',
  system: 'api.section.system',
} as const satisfies Record<string, ApiWord>
const isSection = (name: string): name is keyof typeof sections => Object.hasOwn(sections, name)

/** The heading of a feature in the documentation; a feature without a word stands under its own name. */
export const sectionWord = (language: Language, section: string): string => (isSection(section) ? apiWord(language, sections[section]) : section)
