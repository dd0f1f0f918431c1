import { custody } from '#shared/i18n/custody.ts'
import { devices } from '#shared/i18n/devices.ts'
import { exportWords } from '#shared/i18n/exports.ts'
import { fleetScreens } from '#shared/i18n/fleet-screens.ts'
import { frame } from '#shared/i18n/frame.ts'
import { placeScreens } from '#shared/i18n/place-screens.ts'
import { routeNames } from '#shared/i18n/route-names.ts'
import { tables } from '#shared/i18n/tables.ts'
import { views } from '#shared/i18n/views.ts'
import { addWords } from './i18n.ts'

/**
 * What the screens behind the sign-in page say, beyond what `i18n.ts` knows from the start. A new area of words is added here,
 * or in `screen-words.ts` when few screens need it.
 */
export const addScreenWords = (): void => addWords([custody, devices, exportWords, fleetScreens, frame, placeScreens, routeNames, tables, views])
