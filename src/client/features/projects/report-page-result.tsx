import { Fragment } from 'react'
import { language, useWord } from '#client/i18n.ts'
import { basisText, selectionWord } from '#shared/i18n/selection.ts'
import type { Project } from '#shared/projects.ts'
import type { Selection } from '#shared/selection/select.ts'
import { figure, shareText } from './selection-panel-numbers.ts'

/** What the exported report says, in a few lines. */
export function ReportResult({ project: { projectNo }, selection }: { project: Project; selection: Selection }) {
  const say = useWord()
  const { model, count, needKgH, unitCapacityKgH, margin, requiredAirflowM3h, frostWithoutKgDay, reduction, energyKwhDay, warnings, noFit } = selection
  const { isCondensate, frostWithKgDay, supplyTempC, capacityBasis } = selection
  const [without, withEquipment, less] = isCondensate
    ? (['reportPage.condensateWithout', 'reportPage.condensateWith', 'reportPage.reductionCondensate'] as const)
    : (['reportPage.frostWithout', 'reportPage.frostWith', 'reportPage.reduction'] as const)
  // Results of the first calculation did not say these.
  const since2: [string, string][] =
    capacityBasis === null
      ? []
      : [
          [say(withEquipment), `${figure(frostWithKgDay)} kg/d`],
          [say('reportPage.supply'), `${figure(supplyTempC)} °C`],
        ]
  const rows: [string, string][] = [
    [say('reportPage.projectNo'), projectNo],
    [say('panel.need'), `${figure(needKgH)} kg/h`],
    ...(model === null
      ? []
      : ([
          [say('panel.capacity'), `${figure(count === null || unitCapacityKgH === null ? null : count * unitCapacityKgH)} kg/h`],
          [say('panel.marginColumn'), shareText(margin)],
        ] satisfies [string, string][])),
    [say('panel.requiredFlow'), `${figure(requiredAirflowM3h)} m³/h`],
    [say(without), `${figure(frostWithoutKgDay)} kg/d`],
    ...(model === null
      ? []
      : ([...since2, [say(less), shareText(reduction)], [say('reportPage.energy'), `${figure(energyKwhDay)} kWh/d`]] satisfies [string, string][])),
  ]
  return (
    <div className="grid gap-2">
      {model !== null && <p className="figures text-xl leading-7 font-semibold">{say('panel.choice', { count: count ?? 0, model })}</p>}
      {noFit && (
        <ul className="list-disc ps-5">
          {noFit.limits.map((limit) => (
            <li key={limit}>{selectionWord(language, `limit.${limit}`)}</li>
          ))}
        </ul>
      )}
      <dl className="figures grid grid-cols-[minmax(0,1fr)_max-content] gap-x-4 gap-y-1">
        {rows.map(([name, value]) => (
          <Fragment key={name}>
            <dt className="text-muted">{name}</dt>
            <dd className="text-end">{value}</dd>
          </Fragment>
        ))}
      </dl>
      {capacityBasis !== null && (
        <p className="text-muted">
          {say('reportPage.basis')}: {basisText(language, selection)}
        </p>
      )}
      {warnings.length > 0 && <p className="text-muted">{say('reportPage.warnings', { count: warnings.length })}</p>}
    </div>
  )
}
