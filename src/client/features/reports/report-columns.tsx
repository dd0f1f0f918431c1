import { say } from '#client/i18n.ts'
import { AppLink } from '#client/ui/app-link.tsx'
import { type Column, onPhone } from '#client/ui/list/column.ts'
import { TwoLines } from '#client/ui/two-lines.tsx'
import type { ReportRow } from '#shared/reports.ts'
import { ReportStatus, type useResultName } from './report-status.tsx'

export const addressOf = (id: number): string => `/report_detail/index?id=${id}`
const figures = (text: string | null) => text && <span className="figures">{text}</span>

/** The checked company, the tanker, its type and how it is checked. */
const tankerColumns = (): Column<ReportRow>[] => [
  {
    key: 'checkedOrg',
    title: say('inspection.checkedOrg'),
    cell: (row) => <TwoLines top={row.checkedOrg ?? '-'} className="max-w-44" />,
  },
  {
    key: 'tankerNumber',
    title: say('inspection.tankerPlate'),
    cell: (row) => <TwoLines top={row.tankerNumber ?? '-'} under={row.licenseNumber} />,
  },
  {
    key: 'tankerType',
    title: say('inspection.typeMethod'),
    cell: ({ tankerType, checkMethod }) => (
      <TwoLines top={tankerType ? say(`planning.kind.${tankerType}`) : '-'} under={checkMethod} className="max-w-36" />
    ),
  },
]

/** The documented columns, related ones below each other. */
export const reportColumns = (resultName: ReturnType<typeof useResultName>): Column<ReportRow>[] =>
  onPhone(
    [
      {
        key: 'reportNumber',
        title: say('inspection.reportNumber'),
        fixed: true,
        sticky: 'start',
        cell: (row) => (
          <AppLink
            className="figures text-accent hover:underline"
            href={addressOf(row.id)}
            aria-label={say('inspection.open', { number: row.reportNumber })}
          >
            {row.reportNumber}
          </AppLink>
        ),
      },
      ...tankerColumns(),
      {
        key: 'status',
        title: say('inspection.statusResult'),
        cell: ({ status, result }) => (
          <TwoLines
            top={<ReportStatus status={status} result={result} phoneWord={result ? resultName(result) : undefined} />}
            under={result && <span className="pl-5.5">{resultName(result)}</span>}
          />
        ),
      },
      {
        key: 'orgName',
        title: say('inspection.baseStation'),
        cell: (row) => <TwoLines top={row.orgName ?? '-'} under={row.station} />,
      },
      {
        key: 'contactName',
        title: say('inspection.driverPhone'),
        cell: (row) => <TwoLines top={row.contactName ?? '-'} under={figures(row.phone)} />,
      },
      {
        key: 'createTime',
        title: say('inspection.createTime'),
        cell: ({ createTimeStr }) => (
          <TwoLines top={figures(createTimeStr.slice(0, 10))} under={figures(createTimeStr.slice(11, 16))} />
        ),
      },
      {
        key: 'userName',
        title: say('inspection.registrarPhone'),
        cell: (row) => <TwoLines top={row.userName ?? '-'} under={figures(row.userPhone)} />,
      },
    ],
    {
      reportNumber: 'title',
      status: 'side',
      checkedOrg: 'fact',
      tankerNumber: 'fact',
      tankerType: 'fact',
      orgName: 'fact',
      createTime: 'fact',
    },
  )
