import { useEffect, useState } from 'react'
import { reportFailure } from '#client/failures.ts'
import { trpc } from '#client/trpc.ts'
import type { Wizard } from './use-wizard.ts'
import { reportPage, type WizardPage } from './wizard-pages.ts'

export type BackToSelection = {
  /** 返回选型 is disabled: a report is being generated, or page 5 has just replaced the button that was pressed. */
  isBackDisabled: boolean
  /** 返回选型. */
  backToSelection: () => Promise<void>
}

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

/** Open the first page with the project as the server has it now. */
function useReopen({ state: { saved }, dispatch, goTo }: Wizard): () => Promise<void> {
  const utils = trpc.useUtils()
  return async () => {
    if (!saved) return goTo(1)
    try {
      const project = await utils.projects.get.fetch({ id: saved.id }, { staleTime: 0, meta: { silent: true } })
      dispatch({ type: 'reloaded', project })
      goTo(1)
    } catch (error) {
      goTo(1)
      reportFailure(error, true)
    }
  }
}

/** The button 返回选型. */
export function useBackToSelection(wizard: Wizard, generating: boolean): BackToSelection {
  const reopen = useReopen(wizard)
  const settling = useSettling(wizard.page)
  const isBackDisabled = generating || settling
  return {
    isBackDisabled,
    backToSelection: async () => {
      if (!isBackDisabled) await reopen()
    },
  }
}
