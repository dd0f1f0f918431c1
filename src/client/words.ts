import { audit } from '#shared/i18n/audit.ts'
import { catalogue } from '#shared/i18n/catalogue.ts'
import { deviceScreens } from '#shared/i18n/device-screens.ts'
import { devices } from '#shared/i18n/devices.ts'
import { feed } from '#shared/i18n/feed.ts'
import { feedBatches } from '#shared/i18n/feed-batches.ts'
import { feedConflicts } from '#shared/i18n/feed-conflicts.ts'
import { feedScreens } from '#shared/i18n/feed-screens.ts'
import { fleetScreens } from '#shared/i18n/fleet-screens.ts'
import { placeScreens } from '#shared/i18n/place-screens.ts'
import { projects } from '#shared/i18n/projects.ts'
import { repairScreens } from '#shared/i18n/repair-screens.ts'
import { repairs } from '#shared/i18n/repairs.ts'
import { users } from '#shared/i18n/users.ts'
import { views } from '#shared/i18n/views.ts'
import { wizard } from '#shared/i18n/wizard.ts'
import { wizardFields } from '#shared/i18n/wizard-fields.ts'
import { wizardFiles } from '#shared/i18n/wizard-files.ts'
import { wizardPanel } from '#shared/i18n/wizard-panel.ts'
import { addWords } from './i18n.ts'

/** What the screens behind the sign-in page say, beyond what `i18n.ts` knows from the start. A new area of words is added here. */
export const addScreenWords = (): void =>
  addWords([
    devices,
    deviceScreens,
    feed,
    feedBatches,
    feedConflicts,
    feedScreens,
    fleetScreens,
    placeScreens,
    repairs,
    repairScreens,
    catalogue,
    projects,
    users,
    audit,
    views,
    wizard,
    wizardFields,
    wizardFiles,
    wizardPanel,
  ])
