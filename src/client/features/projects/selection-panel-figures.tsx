import { Fragment, useId } from 'react'
import { classNames } from '#client/ui/class-names.ts'
import type { TraceStep } from '#shared/selection/formula.ts'
import { FormulaMark } from './selection-panel-mark.tsx'
import { figure, shareText, unitText } from './selection-panel-numbers.ts'

/** Find steps of the trace by their names; steps that the case does not have are left out. */
export type StepsOf = (names: readonly string[]) => readonly TraceStep[]

export type FigureRow = {
  label: string
  /** null = not known yet, or not applicable to this project. */
  value: number | null
  /** '%' formats a share. */
  unit: string
  /** Names of the steps behind the number, its own step first; empty for a product that its label names. */
  steps: readonly string[]
  strong?: boolean
}

type FigureProps = Omit<FigureRow, 'label'> & { label: string; stepsOf: StepsOf | null }

/** A number with its unit and the button that explains it; its size is the same while the number is unknown. */
export function Figure({ label, value, unit, steps, strong, stepsOf }: FigureProps) {
  const shown = unit === '%' ? shareText(value) : figure(value)
  return (
    <span className="figures inline-flex min-h-6 items-center justify-end gap-1 whitespace-nowrap">
      <span className={classNames(strong && 'font-semibold', value === null && 'text-muted')}>{shown}</span>
      {unit !== '%' && unit !== '-' && <span className="text-muted">{unitText(unit)}</span>}
      {value !== null && stepsOf && steps.length > 0 ? (
        <FormulaMark name={label} steps={() => stepsOf(steps)} />
      ) : (
        <span aria-hidden className="size-6" />
      )}
    </span>
  )
}

type FigureGroupProps = { title: string; note?: string; rows: readonly FigureRow[]; stepsOf: StepsOf | null }

/** Numbers under one heading, one line each, known or not. */
export function FigureGroup({ title, note, rows, stepsOf }: FigureGroupProps) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="mb-1 font-semibold">
        {title}
      </h3>
      <dl className="grid grid-cols-[minmax(0,1fr)_max-content] items-center">
        {rows.map((row) => (
          <Fragment key={row.label}>
            <dt className="min-w-0 text-muted">{row.label}</dt>
            <dd className="text-end">
              <Figure {...row} stepsOf={stepsOf} />
            </dd>
          </Fragment>
        ))}
      </dl>
      {note !== undefined && <p className="min-h-8 text-xs text-muted">{note}</p>}
    </section>
  )
}
