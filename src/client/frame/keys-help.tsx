import { useLocation } from 'wouter'
import { useBare } from '#client/bare.ts'
import { useWord } from '#client/i18n.ts'
import { isWall } from '#client/redirect.ts'
import { Dialog } from '#client/ui/dialog.tsx'
import { useKeysOfScreen } from './screen-keys.ts'
import { commandKey } from './shortcuts.ts'

/** The keyboard shortcuts of the current screen, and the general ones. */
export function KeysHelp({ onClose }: { onClose: () => void }) {
  const say = useWord()
  const own = useKeysOfScreen()
  const [path] = useLocation()
  const hasMenu = !useBare() && !isWall(path)
  const everywhere = [
    { keys: [commandKey, 'K'], text: say('keys.palette') },
    ...(hasMenu ? [{ keys: [commandKey, 'B'], text: say('keys.sidebar') }] : []),
    { keys: ['?'], text: say('keys.help') },
    { keys: ['Esc'], text: say('keys.close') },
  ]
  return (
    <Dialog open onClose={onClose} title={say('keys.name')}>
      {own.length > 0 && (
        <section className="mb-4">
          <h3 className="mb-2 text-xs font-medium text-muted">{say('keys.here')}</h3>
          <Keys rows={own.map(({ keys, word }) => ({ keys, text: say(word) }))} />
        </section>
      )}
      {own.length > 0 && <h3 className="mb-2 text-xs font-medium text-muted">{say('keys.everywhere')}</h3>}
      <Keys rows={everywhere} />
    </Dialog>
  )
}

const Keys = ({ rows }: { rows: readonly { keys: readonly string[]; text: string }[] }) => (
  <dl className="grid gap-2">
    {rows.map(({ keys, text }) => (
      <div key={text} className="flex items-center justify-between gap-4">
        <dt>{text}</dt>
        <dd className="flex gap-1">
          {keys.map((key) => (
            <kbd
              key={key}
              className="min-w-6 rounded-sm border border-line bg-sunken px-1.5 py-0.5 text-center font-sans text-xs"
            >
              {key}
            </kbd>
          ))}
        </dd>
      </div>
    ))}
  </dl>
)
