import { codeOf, messageOf } from '#client/failures.ts'
import { useWord } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import { Select } from '#client/ui/select.tsx'
import { ErrorState } from '#client/ui/status.tsx'
import { groupOrders } from '#shared/kpi.ts'
import { CertificateChart } from './certificate-chart.tsx'
import { CompanyTable } from './company-table.tsx'
import { FigureCards } from './figure-cards.tsx'
import { KpiHead } from './kpi-head.tsx'
import { MethodTable } from './method-table.tsx'
import { TopGroups } from './top-groups.tsx'
import { UnknownCompany } from './unknown-company.tsx'
import { useKpiView } from './use-kpi-view.ts'

/** The key figures of a company: totals, stations, certificates, amounts, and the companies below it. */
export function KpiScreen() {
  const say = useWord()
  const { view, change, own } = useKpiView()
  const { companyId } = view
  const basic = trpc.kpi.basic.useQuery({ companyId }, { meta: { silent: true } })
  if (codeOf(basic.error) === 'NOT_FOUND') return <UnknownCompany onBack={() => change({ companyId: own })} />
  return (
    <div className="grid grid-cols-1 gap-4">
      <KpiHead
        title={basic.data ? say('kpi.of', { company: basic.data.company }) : say('route.kpi')}
        view={view}
        own={own}
        change={change}
      >
        <Select
          label={say('kpi.by')}
          labelHidden
          className="w-52"
          value={view.by}
          options={groupOrders.map((by) => ({ value: by, label: say(`kpi.by.${by}`) }))}
          onChange={(by) => by && change({ by })}
        />
      </KpiHead>
      {basic.error ? (
        <ErrorState message={messageOf(basic.error)} onRetry={() => void basic.refetch()} />
      ) : (
        <FigureCards basic={basic.data} linked={companyId === own} />
      )}
      <div className="grid grid-cols-1 gap-4 lg:grid-cols-2">
        <TopGroups view={view} />
        <CertificateChart companyId={companyId} />
      </div>
      <MethodTable view={view} />
      <CompanyTable companyId={companyId} onOpen={(id) => change({ companyId: id })} />
    </div>
  )
}
