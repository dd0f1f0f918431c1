import { ArrowLeft, Plus } from 'lucide-react'
import { useWord } from '#client/i18n.ts'
import { leaveForLogin } from '#client/signed-out.ts'
import { trpc } from '#client/trpc.ts'
import { AppLink } from '#client/ui/app-link.tsx'
import { askConfirm } from '#client/ui/box.ts'
import { Button, buttonStyle } from '#client/ui/button.tsx'

/** The bottom bar of the list: "back", which signs out, and "new project". */
export function ProjectListBar() {
  const say = useWord()
  const logOut = trpc.auth.logout.useMutation({ meta: { silent: true }, onSettled: () => leaveForLogin() })
  const back = async () => {
    if (await askConfirm({ message: say('projects.backAsk') })) logOut.mutate({})
  }
  return (
    <div data-bottom-bar className="sticky bottom-0 z-5 border-t border-line bg-surface px-4 py-3">
      <div className="mx-auto flex max-w-[1760px] items-center justify-between gap-3">
        <Button icon={<ArrowLeft aria-hidden className="size-4" />} busy={logOut.isPending} onClick={() => void back()}>
          {say('ui.back')}
        </Button>
        <AppLink href="/agent" className={buttonStyle('primary')}>
          <Plus aria-hidden className="size-4" />
          {say('projects.new')}
        </AppLink>
      </div>
    </div>
  )
}
