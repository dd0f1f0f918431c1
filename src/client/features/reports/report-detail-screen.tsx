import type { ReactNode } from 'react'
import { useSearch } from 'wouter'
import { codeOf } from '#client/failures.ts'
import { useWord } from '#client/i18n.ts'
import { useSession } from '#client/session-context.tsx'
import { trpc } from '#client/trpc.ts'
import { AppLink } from '#client/ui/app-link.tsx'
import { buttonStyle } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { DetailHeader } from '#client/ui/detail-header.tsx'
import { toMinute } from '#client/ui/instant.ts'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { EmptyState, QueryError } from '#client/ui/status.tsx'
import { isFinal, type ReportDetail } from '#shared/reports.ts'
import { roleOfLabel } from '#shared/roles.ts'
import { ReportActions } from './report-actions.tsx'
import { ReportDrawing } from './report-drawing.tsx'
import { ReportStatus, useResultName } from './report-status.tsx'
import { StationSteps } from './station-steps.tsx'
import { usePaper } from './use-paper.ts'

const listPath = '/report/index'

/** One report with all its content, in a layout that can be printed. */
export function ReportDetailScreen() {
  const say = useWord()
  usePaper()
  const wanted = new URLSearchParams(useSearch()).get('id') ?? ''
  const id = /^[1-9]\d{0,8}$/.test(wanted) ? Number(wanted) : null
  const report = trpc.reports.getDetail.useQuery({ id: id ?? 0 }, { enabled: id !== null, meta: { silent: true } })
  const isManager = roleOfLabel(useSession().nickName) === 'manager'
  const toList = (
    <AppLink href={listPath} className={buttonStyle()}>
      {say('inspection.toList')}
    </AppLink>
  )
  if (id === null || codeOf(report.error) === 'NOT_FOUND')
    return <EmptyState isPage title={say('inspection.missing')} help={say('inspection.missingHelp')} action={toList} />
  if (report.error) return <QueryError query={report} />
  const { data } = report
  return (
    <div className="grid grid-cols-1 gap-4">
      <DetailHeader
        listPath={listPath}
        title={say('route.report')}
        name={data && <span className="figures">{data.reportNumber}</span>}
        state={data && <ReportStatus status={data.status} result={data.result} />}
        facts={data && <CheckCode code={data.checkCode} />}
        actions={data ? <ReportActions report={data} /> : <Skeleton className="h-10 w-full sm:h-8 sm:w-72" />}
      />
      {data ? <Facts report={data} /> : <Skeleton className="h-96 w-full" />}
      {data && <StationSteps report={data} />}
      {data && <ReportDrawing key={data.id} id={data.id} mayDraw={!isFinal(data.status) || isManager} />}
    </div>
  )
}

/** The code by which people without a sign-in look the report up, and where. */
function CheckCode({ code }: { code: string }) {
  const say = useWord()
  return (
    <p>
      {say('inspection.checkCode')} <span className="font-mono font-semibold tracking-widest text-ink">{code}</span> ·{' '}
      {say('inspection.lookUpHint', { address: `${location.origin}/checking/index` })}
    </p>
  )
}

function Facts({ report }: { report: ReportDetail }) {
  const say = useWord()
  const resultName = useResultName()
  const phone = (text: string | null) => <span className="figures">{text ?? '-'}</span>
  return (
    <div className="grid grid-cols-1 gap-4 lg:grid-cols-2 print:grid-cols-2">
      <Card title={say('inspection.vehicle')} className="break-inside-avoid">
        <dl className="grid grid-cols-1 gap-x-6 gap-y-3 sm:grid-cols-2">
          <Fact label={say('inspection.tankerNumber')}>{report.tankerNumber}</Fact>
          <Fact label={say('inspection.tankerType')}>
            {report.tankerType && say(`planning.tanker.${report.tankerType}`)}
          </Fact>
          <Fact label={say('inspection.licenseNumber')}>{report.licenseNumber}</Fact>
          <Fact label={say('inspection.checkedOrg')}>{report.checkedOrg}</Fact>
          <Fact label={say('inspection.contactName')}>{report.contactName}</Fact>
          <Fact label={say('inspection.phone')}>{phone(report.phone)}</Fact>
        </dl>
      </Card>
      <Card title={say('inspection.record')} className="break-inside-avoid">
        <dl className="grid grid-cols-1 gap-x-6 gap-y-3 sm:grid-cols-2">
          <Fact label={say('inspection.orgName')}>{report.orgName}</Fact>
          <Fact label={say('inspection.createTime')}>{toMinute(report.createTimeStr)}</Fact>
          <Fact label={say('inspection.userName')}>{report.userName}</Fact>
          <Fact label={say('inspection.userPhone')}>{phone(report.userPhone)}</Fact>
          <Fact label={say('inspection.finishedTime')}>
            {report.finishedTimeStr && toMinute(report.finishedTimeStr)}
          </Fact>
          <Fact label={say('inspection.station')}>{report.station}</Fact>
        </dl>
      </Card>
      <Card title={say('inspection.findings')} className="break-inside-avoid lg:col-span-2 print:col-span-2">
        <dl className="grid grid-cols-1 gap-x-6 gap-y-3 sm:grid-cols-2 lg:grid-cols-3">
          <Fact label={say('inspection.checkMethod')}>{report.checkMethod}</Fact>
          <Fact label={say('inspection.result')}>
            <strong>{resultName(report.result)}</strong>
          </Fact>
          <Fact label={say('inspection.name')}>{report.name}</Fact>
          <Fact label={say('inspection.examinationName')}>{report.examinationName}</Fact>
          <Fact label={say('inspection.traceName')}>{report.traceName}</Fact>
          <Fact label={say('inspection.townName')}>{report.townName}</Fact>
          <Fact label={say('inspection.content')} wide>
            {report.content}
          </Fact>
          <Fact label={say('inspection.examinationDescribe')} wide>
            {report.examinationDescribe}
          </Fact>
        </dl>
      </Card>
    </div>
  )
}

function Fact({ label, wide = false, children }: { label: string; wide?: boolean; children: ReactNode }) {
  return (
    <div className={wide ? 'sm:col-span-2 lg:col-span-3' : undefined}>
      <dt className="text-muted">{label}</dt>
      <dd className="break-words whitespace-pre-wrap">{children ?? '-'}</dd>
    </div>
  )
}
