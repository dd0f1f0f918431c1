import { useRef, useState } from 'react'
import { codeOf, messageOf } from '#client/failures.ts'
import { useSession } from '#client/session-context.tsx'
import { trpc } from '#client/trpc.ts'
import type { Project, ReportLanguage } from '#shared/projects.ts'
import type { Wizard } from './use-wizard.ts'
import type { Conflict } from './wizard-conflict-dialog.tsx'
import { deleteDraft } from './wizard-draft.ts'
import { formOf, sameForm, type WizardForm } from './wizard-form.ts'

/** What to do after the conflict is resolved. */
type Aim = { kind: 'draft' } | { kind: 'export'; language: ReportLanguage }
type OpenConflict = Conflict & { aim: Aim }

/** A call with the row version over which the form is saved. */
type VersionedCall = {
  rowVersion: number | null
  sent: WizardForm
  aim: Aim
  call: (rowVersion: number | null) => Promise<Project>
}

/** The content as typed: the server parses it as the form does, and ignores texts that are no number. */
export const contentOf = (form: WizardForm): Record<string, unknown> => ({
  ...form.values,
  zeroConfirmed: form.zeroConfirmed,
  mainImage: form.mainImage,
  coldStorageImages: form.images.map(({ path }) => path),
})

/** Return whether an error has already been shown as the question about an edit conflict. */
export const isConflict = (error: unknown): boolean => codeOf(error) === 'EDITED_BY_OTHERS'

/** The question about the row of another person, open until it is answered. */
function useConflict(saved: Project | null) {
  const utils = trpc.useUtils()
  const [conflict, setConflict] = useState<OpenConflict | null>(null)
  /**
   * Run a call with a row version. Refused because the row has changed: read it. If it equals the sent form, an earlier
   * try succeeded and its response was lost: run the call again with the new version. Otherwise ask the person.
   * @throws the refusal, after the question was opened
   */
  async function callWithVersion({ rowVersion, sent, aim, call }: VersionedCall): Promise<Project> {
    try {
      return await call(rowVersion)
    } catch (error) {
      if (!isConflict(error) || !saved) throw error
      const theirs = await utils.projects.get.fetch({ id: saved.id }, { staleTime: 0, meta: { silent: true } })
      if (sameForm(formOf(theirs), sent)) return call(theirs.rowVersion)
      setConflict({ message: messageOf(error), theirs, aim })
      throw error
    }
  }
  return { conflict, setConflict, callWithVersion }
}

/** Save the form of a wizard, one call at a time. `onCreated` = the project was saved for the first time. */
export function useProjectSave({ state, dispatch }: Wizard, onCreated: (id: number) => void) {
  const { id: userId } = useSession()
  const utils = trpc.useUtils()
  const save = trpc.projects.save.useMutation({ meta: { silent: true } })
  const update = trpc.projects.update.useMutation({ meta: { silent: true } })
  const conflict = useConflict(state.saved)
  // Two presses within one frame see the same render, so a ref is the lock.
  const running = useRef(false)
  const { saved } = state
  return {
    ...conflict,
    isSaving: save.isPending || update.isPending,
    /** Send the form: as a new project, or over the row version that it began with. */
    send: (sent: WizardForm, rowVersion: number | null): Promise<Project> =>
      saved
        ? update.mutateAsync({ id: saved.id, rowVersion: rowVersion ?? saved.rowVersion, project: contentOf(sent) })
        : save.mutateAsync(contentOf(sent)),
    /** The server has saved the sent form. */
    accept: (project: Project, sent: WizardForm) => {
      deleteDraft(userId, saved?.id ?? null)
      utils.projects.get.setData({ id: project.id }, project)
      dispatch({ type: 'saved', project, sent })
      void utils.projects.find.invalidate()
      if (saved === null) onCreated(project.id)
    },
    /** Do nothing while another call is running. */
    exclusively: async (work: () => Promise<void>) => {
      if (running.current) return
      running.current = true
      try {
        await work()
      } finally {
        running.current = false
      }
    },
  }
}
export type ProjectSave = ReturnType<typeof useProjectSave>
