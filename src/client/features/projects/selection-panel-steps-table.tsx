import { language, useWord } from '#client/i18n.ts'
import { sourceText } from '#shared/i18n/report-sources.ts'
import { stepName } from '#shared/i18n/report-steps.ts'
import { formulaWord, isFormulaWord, symbolWord } from '#shared/i18n/wizard-formulas.ts'
import type { TraceStep } from '#shared/selection/formula.ts'
import { caseNames } from '#shared/selection/moisture-loads.ts'
import { exactFigure, unitText } from './selection-panel-numbers.ts'

const formulaMarks: readonly [RegExp, string][] = [
  [/ \* /g, ' × '],
  [/ - /g, ' − '],
  [/ >= /g, ' ≥ '],
]
const readable = (formula: string): string =>
  formulaMarks.reduce((text, [mark, shown]) => text.replace(mark, shown), formula)

/** The name of a step with its case; also of steps that only the panel has. */
function titleOf(say: ReturnType<typeof useWord>, step: string): string {
  const known = stepName(language, step)
  const ofCase = caseNames.find((name) => step.startsWith(`${name}.`))
  if (known !== null) return ofCase ? `${say(`panel.case.${ofCase}`)} · ${known}` : known
  const door = /^panel\.door(\d)\.moisture$/.exec(step)?.[1]
  const key = door === undefined ? step : 'panel.doorMoisture'
  return isFormulaWord(key) ? formulaWord(language, key, { door: door ?? '' }) : step
}

const amount = (value: number | string, unit: string): string =>
  `${typeof value === 'number' ? exactFigure(value) : value} ${unitText(unit)}`.trimEnd()

/** Formulas with their inputs and results: the trace behind one number. */
export function SelectionSteps({ steps }: { steps: readonly TraceStep[] }) {
  const say = useWord()
  return (
    <ol className="grid gap-3">
      {steps.map(({ step, formula, inputs, result, unit, source }) => (
        <li key={step} className="grid gap-1 border-t border-line pt-2 first:border-0 first:pt-0">
          <span className="flex flex-wrap justify-between gap-x-3">
            <span className="font-medium">{titleOf(say, step)}</span>
            <span className="figures font-medium">{amount(result, unit)}</span>
          </span>
          {formula === 'given' ? (
            <span className="text-muted">{say('panel.given')}</span>
          ) : (
            <code className="font-mono text-xs wrap-break-word">{readable(formula)}</code>
          )}
          {Object.keys(inputs).length > 0 && (
            <dl className="figures grid grid-cols-[max-content_minmax(0,1fr)_max-content] gap-x-2 text-xs">
              {Object.entries(inputs).map(([symbol, { value, unit: inputUnit }]) => (
                <div key={symbol} className="col-span-3 grid grid-cols-subgrid">
                  <dt className="col-span-2 grid grid-cols-subgrid">
                    <code className="font-mono">{symbol}</code>
                    <span className="text-muted">{symbolWord(language, symbol) ?? ''}</span>
                  </dt>
                  <dd className="text-end">{amount(value, inputUnit)}</dd>
                </div>
              ))}
            </dl>
          )}
          <span className="text-xs text-muted">
            {say('panel.formulaSource')}: {sourceText(language, source)}
          </span>
        </li>
      ))}
    </ol>
  )
}
