import { useEffect, useRef, useState } from 'react'
import { codeOf, meansSignedOut, messageOf, reportFailure } from '#client/failures.ts'
import { useWord } from '#client/i18n.ts'
import { useSession } from '#client/session-context.tsx'
import { trpc } from '#client/trpc.ts'
import { toastError, toastSuccess } from '#client/ui/toast.ts'
import type { Project, ReportLanguage } from '#shared/projects.ts'
import type { Wizard } from './use-wizard.ts'
import type { Conflict } from './wizard-conflict-dialog.tsx'
import { dropDraft } from './wizard-draft.ts'
import { formOf, sameForm, type WizardForm } from './wizard-form.ts'
import { reportPage, type WizardPage } from './wizard-pages.ts'

/** What to do after the conflict is resolved. */
type Aim = { kind: 'draft' } | { kind: 'export'; language: ReportLanguage }
type OpenConflict = Conflict & { aim: Aim }

export type WizardCalls = {
  saving: boolean
  generating: boolean
  /** Why the last report failed, in words; null = no failure. */
  failure: string | null
  conflict: Conflict | null
  /** 暂存: save the draft, then open the project list. */
  saveDraft: () => Promise<void>
  /** 保存: open page 5 at once, then generate the report. */
  exportPdf: (language: ReportLanguage) => Promise<void>
  /** 返回选型 is disabled: a report is being generated, or page 5 has just replaced the button that was pressed. */
  backHeld: boolean
  /** 返回选型. */
  backToSelection: () => Promise<void>
  settleConflict: (choice: { take: 'theirs' | 'mine'; theirs: Project } | null) => Promise<void>
}

/** The content as typed: the server parses it as the form does, and ignores texts that are no number. */
const contentOf = (form: WizardForm): Record<string, unknown> => ({
  ...form.values,
  zeroConfirmed: form.zeroConfirmed,
  mainImage: form.mainImage,
  coldStorageImages: form.images.map(({ path }) => path),
})

/** The second press of a double click comes within this time. */
const settlingMilliseconds = 600

/** Return true shortly after page 5 was opened. */
function useSettling(page: WizardPage): boolean {
  const [settled, setSettled] = useState(page)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(page), settlingMilliseconds)
    return () => clearTimeout(timer)
  }, [page])
  return page === reportPage && settled !== reportPage
}

/** The calls of the wizard. A failed call leaves everything that was typed and shows the reason. */
export function useWizardCalls(
  { state, dispatch, page, goTo }: Wizard,
  moved: { toId: (id: number) => void; toList: () => void },
): WizardCalls {
  const say = useWord()
  const { id: userId } = useSession()
  const utils = trpc.useUtils()
  const quiet = { meta: { silent: true } }
  const save = trpc.projects.save.useMutation(quiet)
  const update = trpc.projects.update.useMutation(quiet)
  const generate = trpc.projects.exportPdf.useMutation(quiet)
  const [generating, setGenerating] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const [conflict, setConflict] = useState<OpenConflict | null>(null)
  const settling = useSettling(page)
  const backHeld = generating || settling
  // Two presses within one frame see the same render, so a ref is the lock.
  const running = useRef(false)
  const known = state.saved

  const keep = (project: Project, sent: WizardForm) => {
    dropDraft(userId, known?.id ?? null)
    utils.projects.get.setData({ id: project.id }, project)
    dispatch({ type: 'saved', project, sent })
    void utils.projects.find.invalidate()
    if (known === null) moved.toId(project.id)
  }

  /** Save the form: as a new project, or over the row version that it began with. */
  const store = (sent: WizardForm, rowVersion: number | null): Promise<Project> =>
    known
      ? update.mutateAsync({ id: known.id, rowVersion: rowVersion ?? known.rowVersion, project: contentOf(sent) })
      : save.mutateAsync(contentOf(sent))

  /**
   * Run a call with a row version. Refused because the row has changed: read it. If it equals the sent form, an earlier
   * try succeeded and its response was lost: run the call again with the new version. Otherwise ask the person.
   * @throws the refusal, after the question was opened
   */
  async function over(
    version: number | null,
    sent: WizardForm,
    aim: Aim,
    run: (rowVersion: number | null) => Promise<Project>,
  ): Promise<Project> {
    try {
      return await run(version)
    } catch (error) {
      if (codeOf(error) !== 'EDITED_BY_OTHERS' || !known) throw error
      const theirs = await utils.projects.get.fetch({ id: known.id }, { staleTime: 0, meta: { silent: true } })
      if (sameForm(formOf(theirs), sent)) return run(theirs.rowVersion)
      setConflict({ message: messageOf(error), theirs, aim })
      throw error
    }
  }
  const isAsked = (error: unknown) => codeOf(error) === 'EDITED_BY_OTHERS'

  const saveDraft = async (rowVersion = state.rowVersion) => {
    if (running.current) return
    running.current = true
    const sent = state.form
    try {
      const project = await over(rowVersion, sent, { kind: 'draft' }, (version) => store(sent, version))
      keep(project, sent)
      setConflict(null)
      toastSuccess(say('wizard.draftSaved'))
      moved.toList()
    } catch (error) {
      if (!isAsked(error)) reportFailure(error, true)
    } finally {
      running.current = false
    }
  }

  const exportPdf = async (language: ReportLanguage, rowVersion = state.rowVersion) => {
    if (running.current) return
    running.current = true
    const sent = state.form
    setGenerating(true)
    setFailure(null)
    goTo(reportPage)
    try {
      // Save a new project first, so that a retry after a failed report uses the same project.
      const row = known ?? (await store(sent, null))
      if (!known) keep(row, sent)
      const project = await over(known ? rowVersion : row.rowVersion, sent, { kind: 'export', language }, (version) =>
        generate.mutateAsync({ language, project: { ...contentOf(sent), id: row.id, rowVersion: version } }),
      )
      keep(project, sent)
      setConflict(null)
      toastSuccess(say('wizard.exported'))
    } catch (error) {
      // Documented: 1 = the server refused, 2 = the call itself failed.
      const word = say(codeOf(error) === null ? 'wizard.exportFailed' : 'wizard.exportRefused')
      setFailure(`${word}\n${messageOf(error)}`)
      if (meansSignedOut(error)) reportFailure(error, true)
      else if (!isAsked(error)) toastError(word)
    } finally {
      running.current = false
      setGenerating(false)
    }
  }

  const backToSelection = async () => {
    if (backHeld) return
    if (!known) return goTo(1)
    try {
      const project = await utils.projects.get.fetch({ id: known.id }, { staleTime: 0, meta: { silent: true } })
      dispatch({ type: 'reloaded', project })
      goTo(1)
    } catch (error) {
      goTo(1)
      reportFailure(error, true)
    }
  }

  const settleConflict: WizardCalls['settleConflict'] = async (choice) => {
    if (choice === null || conflict === null) return setConflict(null)
    if (choice.take === 'theirs') {
      setConflict(null)
      setFailure(null)
      dispatch({ type: 'tookTheirs', project: choice.theirs })
      if (conflict.aim.kind === 'export') goTo(1)
    } else if (conflict.aim.kind === 'draft') await saveDraft(choice.theirs.rowVersion)
    else {
      setConflict(null)
      await exportPdf(conflict.aim.language, choice.theirs.rowVersion)
    }
  }

  return {
    saving: save.isPending || update.isPending,
    generating,
    failure,
    conflict,
    backHeld,
    saveDraft: () => saveDraft(),
    exportPdf: (language) => exportPdf(language),
    backToSelection,
    settleConflict,
  }
}
