import { X } from 'lucide-react'
import { useLocation } from 'wouter'
import { deviceDetailHref } from '#client/features/device-detail/device-address.ts'
import { custodyActions } from '#client/features/devices/custody.tsx'
import { DevicePanel } from '#client/features/devices/device-drawer.tsx'
import { useWord } from '#client/i18n.ts'
import { lazyPart } from '#client/lazy-part.tsx'
import { screenWords } from '#client/screen-words.ts'
import { useMay } from '#client/session-context.tsx'
import { AppLink } from '#client/ui/app-link.tsx'
import { Button, buttonStyle, IconButton } from '#client/ui/button.tsx'
import { Drawer } from '#client/ui/drawer.tsx'
import { Serial } from '#client/ui/serial.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { useUndisturbed } from '#client/ui/use-undisturbed.ts'
import { useWide } from '#client/ui/use-wide.ts'
import type { Need } from '#shared/today.ts'
import { ageOf, nameOf, placeOf, type ReadAt } from './need-words.ts'
import { type NeedActions, namedOf } from './use-need-actions.tsx'

// The words of events load together with the view.
const AlertView = lazyPart(async () => (await import('#client/features/alerts/alert-drawer.tsx')).AlertView)

// The words of reservations load together with the facts.
const TankerFacts = lazyPart(
  async () =>
    (await Promise.all([import('#client/features/reservations/tanker-facts.tsx'), screenWords.inspections()]))[0]
      .TankerFacts,
  <Skeleton className="m-4 h-52" />,
)

type Props = { need: Need; at: ReadAt; actions: NeedActions; onClose: () => void }

/** Details of a row: beside the queue where there is enough width, else in a drawer above it. */
export function NeedPanel({ need, at, actions, onClose }: Props) {
  const say = useWord()
  const wide = useUndisturbed(useWide(), true)
  const name = nameOf(need, say)
  const body = <NeedBody need={need} at={at} actions={actions} />
  if (!wide)
    return (
      <Drawer open onClose={onClose} title={name}>
        {body}
      </Drawer>
    )
  return (
    <aside
      data-details
      aria-label={name}
      className="sticky top-16 max-h-[calc(100dvh-5rem)] overflow-y-auto rounded-md border border-line bg-surface"
    >
      <header className="sticky top-0 z-1 flex items-center justify-between gap-2 border-b border-line bg-surface py-1.5 pr-1.5 pl-4">
        <h2 className="min-w-0 truncate font-semibold">{name}</h2>
        <IconButton label={say('ui.close')} icon={<X aria-hidden className="size-4" />} onClick={onClose} />
      </header>
      {body}
    </aside>
  )
}

function NeedBody({ need, at, actions }: Omit<Props, 'onClose'>) {
  const say = useWord()
  const mayManage = useMay('base_screen')
  const [, navigate] = useLocation()
  const place = placeOf(need, say)
  const age = ageOf(need, at, say)
  const [only, ...others] = need.machines
  if (need.kind === 'event')
    return (
      <AlertView id={need.id} onOpen={(alert) => navigate(`/alerts/index?alert=${alert}`)} onActed={actions.done} />
    )
  return (
    <>
      <div className="grid gap-2 border-b border-line p-4">
        {place.length > 0 && need.kind !== 'tanker' && <p>{place.join(' · ')}</p>}
        {age !== '' && need.kind !== 'siteSilent' && <p className="text-muted">{say('today.ageOf', { age })}</p>}
        <span className="flex flex-wrap gap-2">
          {actions.mayAct[need.kind] && (
            <Button variant="primary" onClick={() => actions.act([need])}>
              {say(actions.wordOf(need.kind))}
            </Button>
          )}
          {need.kind === 'siteSilent' && need.siteId !== null && (
            <AppLink href={`/site_detail/index?id=${need.siteId}`} className={buttonStyle()}>
              {say('today.act.open')}
            </AppLink>
          )}
          {need.kind === 'warning' &&
            mayManage &&
            need.state !== null &&
            custodyActions(need.state).includes('send') && (
              <Button
                onClick={() =>
                  actions.custody.start({
                    action: 'send',
                    devices: { ids: need.machines.map(({ id }) => id) },
                    count: need.machines.length,
                    machines: namedOf([need]),
                  })
                }
              >
                {say('custody.send')}
              </Button>
            )}
        </span>
      </div>
      {need.kind === 'tanker' && (
        <TankerFacts id={need.id} tankerNumber={need.name ?? ''} companyId={need.siteId ?? undefined} day={at.today} />
      )}
      {only && others.length === 0 && <DevicePanel id={only.id} />}
      {others.length > 0 && (
        <ul className="grid gap-1 p-4">
          {need.machines.map(({ id, serial }) => (
            <li key={id}>
              <Serial text={serial} href={deviceDetailHref(id)} />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
