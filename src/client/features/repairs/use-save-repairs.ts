import { useEffect, useState } from 'react'
import { machinesText } from '#client/features/devices/named-machines.ts'
import { say } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import { askConfirm } from '#client/ui/box.ts'
import { toastSuccess } from '#client/ui/toast.ts'
import { doneTo, undoBy } from '#client/undo.ts'
import type { RepairSaveAnswer, RepairType, ReturnOutcome } from '#shared/repairs.ts'
import type { DeviceSelection } from '#shared/selected-devices.ts'

export type RepairDraft = {
  type: RepairType
  serials: string
  selection: DeviceSelection | null
  siteId: number | null
  date: string
  notes: string
  outcome: ReturnOutcome | null
  workshop: string
  cost: string
  warrantyUntil: string
  buyCompanyId: number | null
}

const requestOf = ({
  type,
  serials,
  selection,
  siteId,
  date,
  notes,
  outcome,
  workshop,
  cost,
  warrantyUntil,
  buyCompanyId,
}: RepairDraft) => ({
  type,
  ...(selection ? { selection } : { serials }),
  siteId: siteId ?? undefined,
  repairDateStr: date,
  notes,
  workshop,
  ...(type === '送回' ? { outcome: outcome ?? undefined, cost, warrantyUntil } : {}),
  buyCompanyId: buyCompanyId ?? undefined,
})

/** Records that a toast voids again. */
const mostUndone = 10

/** What a check asks: nothing of it depends on the reason, which is not written yet. */
const checkOf = (draft: RepairDraft): string =>
  JSON.stringify({ ...requestOf({ ...draft, notes: '-', workshop: '', cost: '', warrantyUntil: '' }), dryRun: true })

/** Checks chosen machines by themselves, and again when what the check depends on has changed. */
function useCheckOfChosen(draft: RepairDraft) {
  const { mutate, data, isPending, error } = trpc.repairs.save.useMutation({ meta: { silent: true } })
  const asked = draft.selection && (draft.type === '送修' || draft.outcome !== null) ? checkOf(draft) : null
  useEffect(() => {
    if (asked !== null) mutate(JSON.parse(asked))
  }, [asked, mutate])
  return { known: asked === null ? null : (data ?? null), checking: isPending, error }
}

function savedText(type: RepairType, { done, refused, lines }: RepairSaveAnswer): string {
  if (refused > 0) return say('repairs.savedPartly', { done, refused })
  const saved = lines.filter(({ recordId }) => recordId !== null)
  return doneTo(say(`repairs.did.${type}`), machinesText(saved, done))
}

/**
 * Checks serials without changing anything, then does what can be done; `answer` belongs to the draft as it was checked. Chosen machines are
 * checked by themselves; pasted ones once somebody asks for it.
 */
export function useSaveRepairs(draft: RepairDraft, onDone: () => void) {
  const utils = trpc.useUtils()
  const [answer, setAnswer] = useState<RepairSaveAnswer | null>(null)
  const save = trpc.repairs.save.useMutation({ meta: { silent: true } })
  const chosen = useCheckOfChosen(draft)
  const refresh = () =>
    Promise.all([
      utils.repairs.invalidate(),
      utils.devices.invalidate(),
      utils.charts.invalidate(),
      utils.today.invalidate(),
    ])
  /** Voids what was entered now, as a person would; many records are voided one by one where they are. */
  const wayBack = ({ lines }: RepairSaveAnswer) => {
    const ids = lines.flatMap(({ recordId }) => recordId ?? [])
    if (ids.length === 0 || ids.length > mostUndone) return undefined
    const reason = say('repairs.undoReason')
    return undoBy(() => Promise.all(ids.map((id) => utils.client.repairs.void.mutate({ id, reason }))), refresh)
  }
  const check = () => save.mutate({ ...requestOf(draft), dryRun: true }, { onSuccess: setAnswer })
  const apply = async (count: number) => {
    const scraps = draft.type === '送回' && draft.outcome === 'notRepairable'
    if (
      scraps &&
      !(await askConfirm({ message: `${say('repairs.scrapAsk')}\n${say('repairs.scrapOf', { count })}`, danger: true }))
    )
      return
    save.mutate(
      { ...requestOf(draft), confirmScrap: scraps },
      {
        onSuccess: async (done) => {
          await refresh()
          if (done.done === 0) return setAnswer(done)
          toastSuccess(savedText(draft.type, done), scraps ? undefined : wayBack(done))
          onDone()
        },
      },
    )
  }
  return {
    answer: answer ?? chosen.known,
    checking: chosen.checking,
    forget: () => setAnswer(null),
    check,
    apply,
    busy: save.isPending,
    error: save.error ?? chosen.error,
  }
}
