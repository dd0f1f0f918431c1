import type { FormEvent, ReactNode } from 'react'
import { lazyPart } from '#client/lazy-part.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import type { FieldName } from '#shared/selection/project-fields.ts'
import { RoomPlan } from './room-plan.tsx'
import { useCityClimate } from './use-city-climate.ts'
import type { LiveSelection } from './use-selection.ts'
import type { Wizard as WizardState } from './use-wizard.ts'
import { WizardPageBasics } from './wizard-page-basics.tsx'
import { WizardPageOperation } from './wizard-page-operation.tsx'
import { WizardPageStore } from './wizard-page-store.tsx'
import { lastInputPage, type WizardPage } from './wizard-pages.ts'

const WizardPageSketch = lazyPart(
  async () => (await import('./wizard-page-sketch.tsx')).WizardPageSketch,
  <Skeleton className="h-80 w-full" />,
  true,
)

type InputPageProps = {
  page: WizardPage
  wizard: WizardState
  live: LiveSelection
  /** Number of saves that were refused because values are missing. */
  refusals: number
  onNext: () => void
  onGo: (field: FieldName) => void
}

/** One of the pages with fields. */
export function InputPage({
  page,
  wizard: { state, dispatch, readOnly },
  live,
  refusals,
  onNext,
  onGo,
}: InputPageProps) {
  const { form } = state
  const city = useCityClimate(form, dispatch)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onNext()
  }
  return (
    <form noValidate onSubmit={submit}>
      {/* The scroll margin keeps the focused field from being hidden by the bars at top and bottom. */}
      <fieldset
        disabled={readOnly}
        className="grid min-w-0 grid-cols-1 gap-4 [&_:is(input,button)]:scroll-mt-44 [&_:is(input,button)]:scroll-mb-36"
      >
        {page === 1 && <WizardPageBasics cityState={city.state} onCity={city.fill} />}
        {(page === 2 || page === 3) && (
          <BesidePlan plan={<RoomPlan project={live.project} />}>
            {page === 2 ? <WizardPageStore /> : <WizardPageOperation />}
          </BesidePlan>
        )}
        {page === lastInputPage && (
          <WizardPageSketch
            form={form}
            live={live}
            refusals={refusals}
            onImages={(images, mainImage) => dispatch({ type: 'images', images, mainImage })}
            onGo={onGo}
          />
        )}
      </fieldset>
      {/* Enter in a field turns the page, like the button below. */}
      <button type="submit" hidden />
    </form>
  )
}

/** Fields that change the plan, with the plan beside them. */
const BesidePlan = ({ plan, children }: { plan: ReactNode; children: ReactNode }) => (
  <div className="grid grid-cols-1 items-start gap-4 xl:grid-cols-[minmax(0,1fr)_20rem] 2xl:grid-cols-[minmax(0,1fr)_28rem]">
    <div className="grid grid-cols-1 gap-4">{children}</div>
    <div className="xl:sticky xl:top-40">{plan}</div>
  </div>
)
