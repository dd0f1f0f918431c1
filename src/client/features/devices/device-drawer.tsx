import { codeOf } from '#client/failures.ts'
import { useWord } from '#client/i18n.ts'
import { lazyPart } from '#client/lazy-part.tsx'
import { trpc } from '#client/trpc.ts'
import { Drawer } from '#client/ui/drawer.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { EmptyState, QueryError } from '#client/ui/status.tsx'
import { useLastShown } from '#client/ui/use-last-shown.ts'
import type { DeviceDetail } from '#shared/devices.ts'
import type { CustodyAction } from './custody.tsx'
import type { ScrapTarget } from './scrap-dialog.tsx'

/** Loaded at the first sign that somebody uses the page: the list itself does not need it. */
const DeviceFacts = lazyPart(async () => (await import('./device-drawer-facts.tsx')).DeviceFacts, <Waiting />, true)

const DeviceTools = lazyPart(async () => (await import('./device-drawer-facts.tsx')).DeviceTools, null, true)

function Waiting() {
  const say = useWord()
  return (
    <div className="grid gap-3 p-4" role="status" aria-label={say('ui.loading')}>
      {['w-40', 'w-56', 'w-48', 'w-64', 'w-32', 'w-52'].map((width) => (
        <Skeleton key={width} className={`h-5 ${width}`} />
      ))}
    </div>
  )
}

type Props = {
  id: number | undefined
  onClose: () => void
  onScrap: ((target: ScrapTarget) => void) | undefined
  onCustody?: ((action: CustodyAction, device: DeviceDetail) => void) | undefined
}

/** The details of one device, beside the list; its id is in the address. */
export function DeviceDrawer({ id, onClose, onScrap, onCustody }: Props) {
  const say = useWord()
  const shown = useLastShown(id)
  const device = useDevice(shown)
  return (
    <Drawer
      beside
      open={id !== undefined}
      onClose={onClose}
      title={device.data ? say('fleet.detailOf', { serial: device.data.serial }) : say('fleet.detail')}
      head={device.data ? <DeviceTools device={device.data} onScrap={onScrap} onCustody={onCustody} /> : <span />}
    >
      <DeviceBody headed device={device} onScrap={onScrap} onCustody={onCustody} />
    </Drawer>
  )
}

const useDevice = (id: number | undefined) =>
  trpc.devices.get.useQuery({ id: id ?? 0 }, { enabled: id !== undefined, retry: false })

/** The details of one device without a drawer and without actions, for a panel beside another list. */
export const DevicePanel = ({ id, headed = false }: { id: number; headed?: boolean }) => (
  <DeviceBody device={useDevice(id)} headed={headed} onScrap={undefined} />
)

type BodyProps = Omit<Props, 'id' | 'onClose'> & {
  device: ReturnType<typeof useDevice>
  /** The serial, the state and the rare actions are in the line of the title. */
  headed?: boolean
}

function DeviceBody({ device, ...rest }: BodyProps) {
  const say = useWord()
  if (codeOf(device.error) === 'NOT_FOUND') return <EmptyState title={say('fleet.deviceGone')} />
  if (device.error) return <QueryError query={device} />
  if (device.data) return <DeviceFacts device={device.data} {...rest} />
  return <Waiting />
}
