import { useState } from 'react'
import { codeOf, meansSignedOut, messageOf, reportFailure } from '#client/failures.ts'
import { language as pageLanguage, useWord } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import { toastError, toastSuccess } from '#client/ui/toast.ts'
import type { ReportLanguage } from '#shared/projects.ts'
import type { Catalogue } from '#shared/selection/model.ts'
import { contentOf, isConflict, type ProjectSave } from './use-project-save.ts'
import { selectionOf } from './use-selection.ts'
import type { Wizard } from './use-wizard.ts'
import { lastInputPage, reportPage, type WizardPage } from './wizard-pages.ts'

/** Generate the report of the form. A new project is saved first, so that a retry uses the same project. */
export function useReportExport({ state, goTo }: Wizard, project: ProjectSave) {
  const { form, saved } = state
  const say = useWord()
  const generate = trpc.projects.exportPdf.useMutation({ meta: { silent: true } })
  const [generating, setGenerating] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)

  const generateReport = async (language: ReportLanguage, rowVersion: number | null) => {
    const row = saved ?? (await project.send(form, null))
    if (!saved) project.accept(row, form)
    const exported = await project.callWithVersion({
      rowVersion: saved ? rowVersion : row.rowVersion,
      sent: form,
      aim: { kind: 'export', language },
      call: (version) =>
        generate.mutateAsync({ language, project: { ...contentOf(form), id: row.id, rowVersion: version } }),
    })
    project.accept(exported, form)
    project.setConflict(null)
    toastSuccess(say('wizard.exported'))
  }
  const report = (error: unknown) => {
    // Documented: 1 = the server refused, 2 = the call itself failed.
    const word = say(codeOf(error) === null ? 'wizard.exportFailed' : 'wizard.exportRefused')
    setFailure(`${word}\n${messageOf(error)}`)
    if (meansSignedOut(error)) reportFailure(error, true)
    else if (!isConflict(error)) toastError(word)
  }
  const exportPdf = (language: ReportLanguage, rowVersion = state.rowVersion) =>
    project.exclusively(async () => {
      setGenerating(true)
      setFailure(null)
      goTo(reportPage)
      await generateReport(language, rowVersion).catch(report)
      setGenerating(false)
    })
  return { generating, failure, clearFailure: () => setFailure(null), exportPdf }
}

type ReportCall = { generating: boolean; exportPdf: (language: ReportLanguage) => Promise<void> }
type OpenPage = { page: WizardPage; goTo: (page: WizardPage) => void }

/**
 * The export that follows page 4: generate the report after a check of all inputs, or return to page 4. `refusals` =
 * how often the check has found a missing or wrong one.
 */
export function useWizardExport(wizard: Wizard, calls: ReportCall, { page, goTo }: OpenPage, catalogue: Catalogue) {
  const [refusals, setRefusals] = useState(0)
  const [reportLanguage, setReportLanguage] = useState<ReportLanguage>(pageLanguage)
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
