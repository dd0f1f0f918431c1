import { History, Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import { useWord } from '#client/i18n.ts'
import { useSession } from '#client/session-context.tsx'
import { askConfirm } from '#client/ui/box.ts'
import { Button } from '#client/ui/button.tsx'
import { formatInstant } from '#client/ui/instant.ts'
import type { Wizard } from './use-wizard.ts'

/** Notes above the form: the owner of the project, and the origin of its content. */
export function WizardNotes({ wizard: { state, dispatch, readOnly } }: { wizard: Wizard }) {
  const say = useWord()
  const { timeZone } = useSession()
  const { notice, saved } = state
  const discard = async () => {
    if (
      await askConfirm({
        message: say('wizard.discardAsk'),
        confirmText: say('wizard.discard'),
        danger: true,
        focus: 'cancel',
      })
    )
      dispatch({ type: 'discarded' })
  }
  const close = () => dispatch({ type: 'noticeRead' })
  return (
    <>
      {readOnly && (
        <Note icon={<Lock aria-hidden className="mt-0.5 size-4 shrink-0" />}>
          <p className="flex-1">{say('wizard.readOnly', { name: saved?.userName ?? say('projects.ownerGone') })}</p>
        </Note>
      )}
      {notice && (
        <Note icon={<History aria-hidden className="mt-0.5 size-4 shrink-0" />}>
          {notice.kind === 'restored' ? (
            <>
              <p className="min-w-48 flex-1">
                {say(notice.changed ? 'wizard.restoredChanged' : 'wizard.restored', {
                  time: formatInstant(notice.at, timeZone),
                })}
              </p>
              <NoteButtons close={close}>
                <Button size="sm" onClick={() => void discard()}>
                  {say('wizard.discard')}
                </Button>
              </NoteButtons>
            </>
          ) : (
            <>
              <p className="min-w-48 flex-1">{say('wizard.tookTheirs')}</p>
              <NoteButtons close={close}>
                <Button size="sm" onClick={() => dispatch({ type: 'tookMine' })}>
                  {say('wizard.restoreMine')}
                </Button>
              </NoteButtons>
            </>
          )}
        </Note>
      )}
    </>
  )
}

function NoteButtons({ close, children }: { close: () => void; children: ReactNode }) {
  const say = useWord()
  return (
    <div className="flex justify-end gap-2 max-sm:w-full">
      {children}
      <Button size="sm" variant="quiet" onClick={close}>
        {say('wizard.close')}
      </Button>
    </div>
  )
}

const Note = ({ icon, children }: { icon: ReactNode; children: ReactNode }) => (
  <div
    role="status"
    className="flex flex-wrap items-start gap-2 rounded-md border border-caution bg-caution-soft px-3 py-2"
  >
    {icon}
    {children}
  </div>
)
