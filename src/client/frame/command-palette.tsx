import { Combobox, ComboboxInput, ComboboxOption, ComboboxOptions, Dialog, DialogBackdrop, DialogPanel } from '@headlessui/react'
import { Search } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { sayTitle, useWord } from '#client/i18n.ts'
import { preloadScreen } from '#client/preload.ts'
import { knownRoutes } from '#client/routes.tsx'
import { useSession } from '#client/session-context.tsx'
import { trpc } from '#client/trpc.ts'
import { StateTag } from '#client/ui/state-tag.tsx'
import { iconOf } from './icons.ts'

const searchDelay = 200
const shortestSerial = 2
const mostDevices = 8

function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), searchDelay)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}

/** Ctrl or ⌘ K: go to a screen by its name or to a device by a part of its serial. */
export function CommandPalette({ onClose }: { onClose: () => void }) {
  const say = useWord()
  const { routes } = useSession()
  const [, navigate] = useLocation()
  const [typed, setTyped] = useState('')
  const wanted = typed.trim()
  const serial = useSettled(wanted)
  const known = knownRoutes(routes).filter((route) => !route.hidden)
  const screens = known.filter((route) => `${sayTitle(route.title)} ${route.name}`.toLowerCase().includes(wanted.toLowerCase()))
  const list = known.find((route) => route.component === 'machine_list')
  const findsDevices = list !== undefined && serial.length >= shortestSerial
  const devices = trpc.devices.find.useQuery({ serial, size: mostDevices }, { enabled: findsDevices, meta: { silent: true } })
  const found = findsDevices && wanted.length >= shortestSerial ? (devices.data?.data ?? []) : []
  const searching = list !== undefined && wanted.length >= shortestSerial && (wanted !== serial || devices.isFetching)

  return (
    <Dialog open onClose={onClose} className="relative z-40" aria-label={say('palette.name')}>
      <DialogBackdrop className="fixed inset-0 bg-scrim" />
      <div className="fixed inset-0 flex items-start justify-center overflow-y-auto p-4 pt-[12vh]">
        <DialogPanel className="w-full max-w-xl overflow-hidden rounded-md border border-line bg-surface shadow-lift">
          <Combobox<string | null>
            value={null}
            onChange={(path) => {
              if (!path) return
              onClose()
              navigate(path)
            }}
          >
            <div className="flex items-center gap-3 border-b border-line px-4">
              <Search aria-hidden className="size-4 text-muted" />
              <ComboboxInput
                autoFocus
                aria-label={say('palette.hint')}
                placeholder={say('palette.hint')}
                value={typed}
                onChange={(event) => setTyped(event.target.value)}
                onKeyDown={(event) => {
                  // The list would take the first Escape for itself.
                  if (event.key === 'Escape') onClose()
                }}
                className="h-12 min-w-0 flex-1 bg-transparent outline-none"
              />
            </div>
            <ComboboxOptions static className="max-h-96 overflow-y-auto p-2">
              {screens.length > 0 && <Heading>{say('palette.screens')}</Heading>}
              {screens.map((route) => {
                const Icon = iconOf(route.icon)
                return (
                  <ComboboxOption key={route.path} value={route.path} className="option" onPointerEnter={() => preloadScreen(route.path)}>
                    <Icon aria-hidden className="size-4 text-muted" />
                    {sayTitle(route.title)}
                  </ComboboxOption>
                )
              })}
              {(found.length > 0 || searching) && <Heading>{say('palette.devices')}</Heading>}
              {list &&
                found.map((device) => (
                  <ComboboxOption key={device.id} value={`${list.path}?serial=${encodeURIComponent(device.serial)}&device=${device.id}`} className="option">
                    <span className="font-mono">{device.serial}</span>
                    <span className="min-w-0 flex-1 truncate text-muted">{device.site}</span>
                    <StateTag state={device.state} />
                  </ComboboxOption>
                ))}
              {searching && found.length === 0 && <Note>{say('palette.searching')}</Note>}
              {!searching && screens.length === 0 && found.length === 0 && <Note>{say('palette.none')}</Note>}
            </ComboboxOptions>
          </Combobox>
        </DialogPanel>
      </div>
    </Dialog>
  )
}

// A list box may hold nothing but options, so headings and notes are options that cannot be chosen.
const Heading = ({ children }: { children: string }) => (
  <ComboboxOption value={children} disabled className="px-2 pt-2 pb-1 text-xs font-medium text-muted">
    {children}
  </ComboboxOption>
)
const Note = ({ children }: { children: string }) => (
  <ComboboxOption value={children} disabled className="px-2 py-3 text-muted">
    {children}
  </ComboboxOption>
)
