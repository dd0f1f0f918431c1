import { useWord } from '#client/i18n.ts'
import { trpc } from '#client/trpc.ts'
import { askConfirm } from '#client/ui/box.ts'
import { toastSuccess } from '#client/ui/toast.ts'
import type { TraceRow } from '#shared/traces.ts'
import { whoOf } from './trace-columns.tsx'

/** The three decisions about a finding: publish, do not publish, invalid. */
export function useTraceStatus(): { publish: (row: TraceRow) => void; judge: (row: TraceRow) => void; busy: boolean } {
  const say = useWord()
  const utils = trpc.useUtils()
  const set = trpc.traces.setStatus.useMutation({
    onSuccess: async ({ status }) => {
      toastSuccess(say(status === 1 ? 'trace.published' : 'trace.done'))
      await utils.traces.invalidate()
    },
  })
  const publish = async (row: TraceRow) => {
    const confirmed = await askConfirm({
      message: `${say('traces.publishAsk', { name: whoOf(row) })}\n${say('trace.publishHelp')}`,
      confirmText: say('trace.publish'),
      cancelText: say('trace.publishNo'),
    })
    // Every way to close the dialog except "publish" means "not published" (R187).
    set.mutate({ id: row.id, status: confirmed ? 1 : 2 })
  }
  const judge = async (row: TraceRow) => {
    if (
      await askConfirm({
        message: say('traces.invalidAsk', { name: whoOf(row) }),
        confirmText: say('trace.invalid'),
        danger: true,
      })
    )
      set.mutate({ id: row.id, status: 3 })
  }
  return { publish: (row) => void publish(row), judge: (row) => void judge(row), busy: set.isPending }
}
