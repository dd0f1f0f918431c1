import { ExportTool } from '#client/features/exports/export-tool.tsx'
import { language, useWord } from '#client/i18n.ts'
import { useSession } from '#client/session-context.tsx'
import type { Basis } from '#shared/charts.ts'
import type { Day } from '#shared/dates.ts'
import { mayExportDevices, roleOfLabel } from '#shared/roles.ts'
import type { PlaceFilter } from './place-filter.ts'

type Props = { place: PlaceFilter; range: readonly [Day, Day]; basis: Basis }

/** Export the days of the charts: one line a day, or one line for each device and day. */
export function DailyExport({ place, range, basis }: Props) {
  const say = useWord()
  if (!mayExportDevices(roleOfLabel(useSession().nickName))) return null
  const [from, to] = range
  const request = { ...place, businessDateQuery: range, language }
  return (
    <span className="flex flex-wrap">
      <ExportTool
        label={say('export.days')}
        sentence={say('export.daysAbout', { from, to, basis: say(`basis.${basis}`) })}
        formats={['csv', 'xls', 'xlsx']}
        call={(format) => ({
          method: 'POST',
          path: '/api/deviceDaily/exportDays',
          body: { ...request, basis, format },
          fallbackName: `${say('export.days')}.${format}`,
        })}
        disabled={false}
      />
      <ExportTool
        label={say('export.dailies')}
        sentence={say('export.dailiesAbout', { from, to })}
        formats={['csv', 'xls', 'xlsx']}
        call={(format) => ({
          method: 'POST',
          path: '/api/deviceDaily/export',
          body: { ...request, format },
          fallbackName: `${say('export.dailies')}.${format}`,
        })}
        disabled={false}
      />
    </span>
  )
}
