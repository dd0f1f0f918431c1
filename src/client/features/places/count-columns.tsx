import { rowsHref, type ViewFilters } from '#client/features/devices/device-view.ts'
import { formatNumber, say } from '#client/i18n.ts'
import { AppLink } from '#client/ui/app-link.tsx'
import type { Column } from '#client/ui/list/table.tsx'
import { StateShape } from '#client/ui/state-tag.tsx'
import { type DeviceState, deviceStates } from '#shared/devices.ts'
import { type PlaceCount, type PlaceCounts, placeCounts } from '#shared/places.ts'

const stateOf = (count: PlaceCount): DeviceState | undefined =>
  deviceStates.find((state) => count === `${state}DeviceCount`)

/** The eight documented counts and scrap; each number links to its devices. */
export const countColumns = <Row extends PlaceCounts>(filterOf: (row: Row) => ViewFilters): Column<Row>[] =>
  placeCounts.map((count) => {
    const state = stateOf(count)
    return {
      key: count,
      title: state ? say(`device.state.${state}`) : say('device.total'),
      sortable: true,
      align: 'end',
      cell: (row) =>
        row[count] === 0 ? (
          <span className="figures text-muted">0</span>
        ) : (
          <AppLink
            href={rowsHref({ ...filterOf(row), ...(state ? { state } : {}) })}
            className="figures -m-0.5 inline-flex min-h-6 items-center gap-1 px-0.5 underline-offset-2 hover:underline"
          >
            {state && <StateShape state={state} className="size-2.5!" />}
            {formatNumber(row[count])}
          </AppLink>
        ),
    }
  })
