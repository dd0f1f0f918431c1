import { common } from '#shared/i18n/common.ts'
import { custody } from '#shared/i18n/custody.ts'
import { dates } from '#shared/i18n/dates.ts'
import { devices } from '#shared/i18n/devices.ts'
import { exportWords } from '#shared/i18n/exports.ts'
import { fleetScreens } from '#shared/i18n/fleet-screens.ts'
import { frame } from '#shared/i18n/frame.ts'
import { ownErrors } from '#shared/i18n/own-errors.ts'
import { placeScreens } from '#shared/i18n/place-screens.ts'
import { routeNames } from '#shared/i18n/route-names.ts'
import { tables } from '#shared/i18n/tables.ts'

/**
 * The words of the frame and of most screens, loaded by every page. Add a new area of words here, or to
 * `screen-words.ts` if few screens need it.
 */
export const startWords = [
  common,
  custody,
  dates,
  devices,
  exportWords,
  fleetScreens,
  frame,
  ownErrors,
  placeScreens,
  routeNames,
  tables,
]
