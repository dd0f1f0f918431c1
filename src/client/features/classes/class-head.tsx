import { ClipboardList, Pencil } from 'lucide-react'
import { useState } from 'react'
import { useWord } from '#client/i18n.ts'
import { lazyPart } from '#client/lazy-part.tsx'
import { trpc } from '#client/trpc.ts'
import { Avatar } from '#client/ui/avatar.tsx'
import { askConfirm } from '#client/ui/box.ts'
import { Button } from '#client/ui/button.tsx'
import { DetailHeader } from '#client/ui/detail-header.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { toastSuccess } from '#client/ui/toast.ts'
import type { ClassDetail } from '#shared/classes.ts'
import { ClassDeleteButton } from './class-delete.tsx'
import { ClassShareButton } from './class-share.tsx'
import { ClassStateTag } from './class-state.tsx'

const ClassDialog = lazyPart(async () => (await import('./class-dialog.tsx')).ClassDialog)

const listPath = '/classes/index'

/** The head while the session is being loaded. */
export const WaitingClassHead = () => (
  <DetailHeader
    listPath={listPath}
    name={undefined}
    facts={null}
    actions={<Skeleton className="h-10 w-full sm:h-8 sm:w-96" />}
  />
)

/** Name, state, teacher, time and actions of a class session. */
export function ClassHead({ session, onReport }: { session: ClassDetail; onReport: () => void }) {
  const say = useWord()
  const utils = trpc.useUtils()
  const [editing, setEditing] = useState(false)
  const update = trpc.classes.update.useMutation({
    onSuccess: async (saved) => {
      utils.classes.get.setData({ id: saved.id }, saved)
      toastSuccess(say('ui.updated'))
      await utils.classes.find.invalidate()
    },
  })
  const end = async () => {
    if (!(await askConfirm({ message: say('class.end.ask'), confirmText: say('class.end.now') }))) return
    update.mutate({ id: session.id, ended: true, rowVersion: session.rowVersion })
  }
  const facts = [
    session.company,
    say('class.timeRange', { from: session.dateRange[0].slice(0, 16), to: session.dateRange[1].slice(0, 16) }),
  ]
  return (
    <div className="print:hidden">
      <DetailHeader
        listPath={listPath}
        name={session.name}
        state={
          <>
            <span className="text-muted">{say(`class.type.${session.type}`)}</span>
            <ClassStateTag state={session.state} />
          </>
        }
        facts={
          <span className="figures flex min-w-0 items-center gap-2">
            {session.userName !== null && <Avatar name={session.userName} url={session.avatar} />}
            <span className="min-w-0">{[session.userName, ...facts].filter(Boolean).join(' · ')}</span>
          </span>
        }
        actions={
          <>
            {session.type === '直播' && session.state === '进行中' && (
              <Button busy={update.isPending} onClick={() => void end()}>
                {say('class.end.now')}
              </Button>
            )}
            <Button icon={<Pencil aria-hidden className="size-4" />} onClick={() => setEditing(true)}>
              {say('class.edit')}
            </Button>
            <Button icon={<ClipboardList aria-hidden className="size-4" />} onClick={onReport}>
              {say('class.tab.report')}
            </Button>
            <ClassShareButton session={session} />
            <ClassDeleteButton session={session} />
          </>
        }
      />
      {editing && <ClassDialog session={session} onClose={() => setEditing(false)} onSaved={() => setEditing(false)} />}
    </div>
  )
}
