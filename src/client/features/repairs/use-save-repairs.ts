import { useEffect, useState } from 'react'
import { meansSignedOut } from '#client/failures.ts'
import { machinesText } from '#client/features/devices/named-machines.ts'
import { formatNumber, say } from '#client/i18n.ts'
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

/** The largest number of records that the undo button of a message voids. */
const mostUndone = 10

/**
 * The request of a check. It leaves out the reason and similar texts, on which no check depends, so that typing them
 * starts no new check.
 */
const checkOf = (draft: RepairDraft): string =>
  JSON.stringify({ ...requestOf({ ...draft, notes: '-', workshop: '', cost: '', warrantyUntil: '' }), dryRun: true })

/** Check chosen machines automatically, and again when the request of the check has changed. */
function useCheckOfChosen(draft: RepairDraft) {
  const { mutate, data, isPending, error } = trpc.repairs.save.useMutation({ meta: { silent: true } })
  const request = draft.selection && (draft.type === '送修' || draft.outcome !== null) ? checkOf(draft) : null
  useEffect(() => {
    if (request !== null) mutate(JSON.parse(request))
  }, [request, mutate])
  return { known: request === null ? null : (data ?? null), checking: isPending, error }
}

function savedText(type: RepairType, { done, refused, lines }: RepairSaveAnswer): string {
  if (refused > 0) return say('repairs.savedPartly', { done: formatNumber(done), refused: formatNumber(refused) })
  const saved = lines.filter(({ recordId }) => recordId !== null)
  return doneTo(say(`repairs.did.${type}`), machinesText(saved, done))
}

/**
 * Check serials without saving, then save the valid ones; `answer` belongs to the draft that was checked. Chosen
 * machines are checked automatically, pasted serials on request.
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
  /** Undo a save by voiding its records; more than `mostUndone` records must be voided one by one in the list. */
  const undoAction = ({ lines }: RepairSaveAnswer, text: string) => {
    const ids = lines.flatMap(({ recordId }) => recordId ?? [])
    if (ids.length === 0 || ids.length > mostUndone) return undefined
    const reason = say('repairs.undoReason')
    return undoBy(() => Promise.all(ids.map((id) => utils.client.repairs.void.mutate({ id, reason }))), refresh, text)
  }
  const rehearse = () => save.mutateAsync({ ...requestOf(draft), dryRun: true }).catch(() => null)
  const check = async () => {
    const checked = await rehearse()
    if (checked) setAnswer(checked)
  }
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
          const text = savedText(draft.type, done)
          toastSuccess(text, scraps ? undefined : undoAction(done, text))
          onDone()
        },
      },
    )
  }
  /** Save at once what has no problem: for a user who is faster than the check of chosen machines. */
  const checkAndApply = async () => {
    const checked = await rehearse()
    if (checked && checked.refused === 0 && checked.done > 0) await apply(checked.done)
    else setAnswer(checked)
  }
  return {
    checkAndApply,
    answer: answer ?? chosen.known,
    checking: chosen.checking,
    forget: () => setAnswer(null),
    check,
    apply,
    busy: save.isPending,
    // The dialog over the form that asks for the password says that the session has ended.
    error: [save.error, chosen.error].find((error) => error && !meansSignedOut(error)) ?? null,
  }
}
