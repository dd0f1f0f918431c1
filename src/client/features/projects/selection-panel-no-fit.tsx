import { useId } from 'react'
import { language, useWord } from '#client/i18n.ts'
import { selectionWord } from '#shared/i18n/selection.ts'
import type { NoFit, Remedy } from '#shared/selection/remedies.ts'
import type { Variant } from '#shared/selection/variant.ts'
import { figure, shareText } from './selection-panel-numbers.ts'

/** The effect of a remedy: the model that then fits, or the remaining need. */
function Effect({ variant, share }: { variant: Variant | null; share: number | null }) {
  const say = useWord()
  if (!variant) return <span className="text-muted">–</span>
  const { model, count } = variant
  return (
    <span className="grid">
      <span className={model === null ? 'text-muted' : 'font-medium'}>
        {model === null ? say('panel.noFitting') : say('panel.choice', { count: count ?? 0, model })}
      </span>
      <span className="figures text-xs text-muted">{figure(variant.needKgH)} kg/h</span>
      {share !== null && (
        <span className="figures text-xs text-muted">{say('panel.share', { share: shareText(share) })}</span>
      )}
    </span>
  )
}

function RemedyRows({ remedy, position }: { remedy: Remedy; position: number }) {
  const say = useWord()
  return (
    <tbody>
      <tr>
        <th scope="rowgroup" colSpan={2} className="border-t border-line px-1 pt-1 text-start font-normal">
          {position}. {selectionWord(language, `remedy.${remedy.kind}`)}
        </th>
      </tr>
      <tr>
        {remedy.kind === 'specialDesign' ? (
          <td colSpan={2} className="px-1 pb-1.5 text-muted">
            {say('panel.askMaker')}
          </td>
        ) : (
          <>
            <td className="w-1/2 px-1 pb-1.5 align-top">
              <Effect variant={remedy.alone} share={remedy.shareAlone} />
            </td>
            <td className="w-1/2 px-1 pb-1.5 align-top">
              <Effect variant={remedy.together} share={remedy.shareTogether} />
            </td>
          </>
        )}
      </tr>
    </tbody>
  )
}

/** Why no model fits, the largest capacity in the catalogue, and the remedies, the cheapest first. */
export function NoFitReport({ noFit }: { noFit: NoFit }) {
  const say = useWord()
  const id = useId()
  const { limits, largest, remedies } = noFit
  return (
    <section aria-labelledby={id} className="grid gap-2 rounded-md border border-danger bg-danger-soft p-3">
      <h3 id={id} className="font-semibold">
        {say('panel.limits')}
      </h3>
      <ul className="list-disc ps-5">
        {limits.map((limit) => (
          <li key={limit}>{selectionWord(language, `limit.${limit}`)}</li>
        ))}
      </ul>
      {largest && (
        <p>
          {say('panel.largest', { count: largest.count, model: largest.model })}
          <span className="figures block">
            {say('panel.largestCapacity', { capacity: figure(largest.capacityKgH), flow: figure(largest.airflowM3h) })}
          </span>
        </p>
      )}
      <table className="w-full">
        <caption className="text-start font-semibold">{say('panel.remedies')}</caption>
        <thead>
          <tr className="text-xs">
            <th scope="col" className="px-1 text-start font-medium">
              {say('panel.alone')}
            </th>
            <th scope="col" className="px-1 text-start font-medium">
              {say('panel.together')}
            </th>
          </tr>
        </thead>
        {remedies.map((remedy, index) => (
          <RemedyRows key={remedy.kind} remedy={remedy} position={index + 1} />
        ))}
      </table>
    </section>
  )
}
