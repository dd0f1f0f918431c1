import { Trash2 } from 'lucide-react'
import { useLocation } from 'wouter'
import { useWord } from '#client/i18n.ts'
import { useSession } from '#client/session-context.tsx'
import { trpc } from '#client/trpc.ts'
import { askConfirm } from '#client/ui/box.ts'
import { Button } from '#client/ui/button.tsx'
import { toastSuccess } from '#client/ui/toast.ts'
import { doneTo } from '#client/undo.ts'
import type { ClassDetail } from '#shared/classes.ts'
import { roleOfLabel } from '#shared/roles.ts'

/** Delete a session and return to the list; an inspector only sees the button on own sessions. */
export function ClassDeleteButton({ session }: { session: ClassDetail }) {
  const say = useWord()
  const utils = trpc.useUtils()
  const [, navigate] = useLocation()
  const me = useSession()
  const remove = trpc.classes.delete.useMutation({
    onSuccess: async () => {
      toastSuccess(doneTo(say('class.deleted'), session.name))
      navigate('/classes/index', { replace: true })
      await utils.classes.find.invalidate()
    },
  })
  if (roleOfLabel(me.nickName) === 'inspector' && session.userId !== me.id) return null
  const ask = async () => {
    if (await askConfirm({ message: say('class.deleteAsk', { name: session.name }), danger: true }))
      remove.mutate({ id: session.id })
  }
  return (
    <Button icon={<Trash2 aria-hidden className="size-4" />} busy={remove.isPending} onClick={() => void ask()}>
      {say('class.delete')}
    </Button>
  )
}
