import { useState } from 'react'
import { language } from '#client/i18n.ts'
import type { ReportLanguage } from '#shared/projects.ts'
import type { Catalogue } from '#shared/selection/model.ts'
import { selectionOf } from './use-selection.ts'
import type { Wizard } from './use-wizard.ts'
import type { WizardCalls } from './use-wizard-calls.ts'
import { lastInputPage, type WizardPage } from './wizard-pages.ts'

type OpenPage = { page: WizardPage; goTo: (page: WizardPage) => void }

/**
 * The export that follows page 4: generate the report after a check of all inputs, or return to page 4. `refusals` =
 * how often the check has found a missing or wrong one.
 */
export function useWizardExport(wizard: Wizard, calls: WizardCalls, { page, goTo }: OpenPage, catalogue: Catalogue) {
  const [refusals, setRefusals] = useState(0)
  const [reportLanguage, setReportLanguage] = useState<ReportLanguage>(language)
  const check = () => {
    // The deferred result may not contain the newest input yet.
    const { missing, errors } = selectionOf(wizard.state.form, catalogue)
    if (missing.length === 0 && errors.size === 0) return true
    wizard.dispatch({ type: 'left', fields: [...missing, ...errors.keys()] })
    setRefusals(refusals + 1)
    if (page !== lastInputPage) goTo(lastInputPage)
    return false
  }
  const save = () => {
    if (!calls.generating && check()) void calls.exportPdf(reportLanguage)
  }
  return { refusals, reportLanguage, setReportLanguage, save }
}
export type WizardExport = ReturnType<typeof useWizardExport>
