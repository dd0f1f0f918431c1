import { deviceDetailHref } from '#client/features/device-detail/device-address.ts'
import { formatNumber, useWord } from '#client/i18n.ts'
import { useSession } from '#client/session-context.tsx'
import { AppLink } from '#client/ui/app-link.tsx'
import { Button } from '#client/ui/button.tsx'
import { FactList } from '#client/ui/fact-list.tsx'
import { formatInstant } from '#client/ui/instant.ts'
import { Serial } from '#client/ui/serial.tsx'
import { StateTag } from '#client/ui/state-tag.tsx'
import type { DeviceDetail } from '#shared/devices.ts'
import { byFrequency, type CustodyAction, custodyActions } from './custody.tsx'
import { custodyWords } from './custody-menu.tsx'
import { DeviceActivity } from './device-activity.tsx'
import { DeviceLine } from './device-line.tsx'
import { ActiveWorker, hashRateOf, lastReportOf, OwnerLink, workerStateOf } from './device-values.tsx'
import { useFeedFacts } from './feed-facts.ts'
import { MoreMenu } from './more-menu.tsx'
import type { ScrapTarget } from './scrap-dialog.tsx'
import { StateCause } from './state-cause.tsx'
import { useHashRules } from './use-machine-types.ts'

type Props = {
  onScrap: ((target: ScrapTarget) => void) | undefined
  onCustody?: ((action: CustodyAction, device: DeviceDetail) => void) | undefined
}

type FactsProps = { device: DeviceDetail; headed?: boolean } & Props

type ActionProps = { device: DeviceDetail; onScrap: (target: ScrapTarget) => void } & Pick<Props, 'onCustody'>

/** The frequent actions on the device, as buttons; nothing for a state without one. */
function FrequentActions({ device, onCustody }: Omit<ActionProps, 'onScrap'>) {
  const say = useWord()
  const { frequent } = byFrequency(custodyActions(device.state))
  if (device.state === 'scrap') return <Button disabled>{say('fleet.scrapDone')}</Button>
  return (
    onCustody &&
    frequent.map((action) => (
      <Button key={action} onClick={() => onCustody(action, device)}>
        {say(custodyWords[action])}
      </Button>
    ))
  )
}

/** The rare actions, in a menu. */
function RareActions({ device, onScrap, onCustody }: ActionProps) {
  const say = useWord()
  const { rare } = byFrequency(custodyActions(device.state))
  if (device.state === 'scrap') return null
  return (
    <MoreMenu
      variant="quiet"
      items={[
        ...(onCustody ? rare : []).map((action) => ({
          key: action,
          label: say(custodyWords[action]),
          run: () => onCustody?.(action, device),
        })),
        {
          key: 'scrap',
          label: say('fleet.scrap'),
          danger: true,
          run: () => onScrap({ id: device.id, serial: device.serial }),
        },
      ]}
    />
  )
}

/** For the line of the title: the state, the link to the page of the device, and the rare actions. */
export function DeviceTools({ device, onScrap, onCustody }: { device: DeviceDetail } & Props) {
  return (
    <DeviceLine device={device}>
      {onScrap && <RareActions device={device} onScrap={onScrap} onCustody={onCustody} />}
    </DeviceLine>
  )
}

/** The actions on a device, then its facts by topic and its last events; `headed` = see `DeviceTools`. */
export function DeviceFacts({ device, onScrap, onCustody, headed = false }: FactsProps) {
  const say = useWord()
  const facts = useFeedFacts(device)
  const isActed = onScrap && (device.state === 'scrap' || onCustody !== undefined)
  return (
    <>
      {(isActed || !headed) && (
        <div className="flex flex-wrap items-center gap-2 border-b border-line p-4 empty:hidden">
          {isActed && <FrequentActions device={device} onCustody={onCustody} />}
          {!headed && (
            <AppLink href={deviceDetailHref(device.id)} className="text-accent underline-offset-2 hover:underline">
              {say('trace.open')}
            </AppLink>
          )}
        </div>
      )}
      <BasicFacts device={device} headed={headed} />
      <DeviceActivity id={device.id} />
      <ReportedFacts device={device} />
      {facts.length > 0 && <FactList title={say('fleet.facts')} facts={facts} />}
      <OwnerFacts device={device} />
    </>
  )
}

/** The serial and the state, unless a line above has them, the type, the state since when, the number of repairs. */
function BasicFacts({ device, headed }: { device: DeviceDetail; headed: boolean }) {
  const say = useWord()
  const { timeZone } = useSession()
  return (
    <FactList
      title={say('fleet.basics')}
      facts={[
        ...(headed
          ? []
          : [
              {
                name: say('device.column.serial'),
                value: <Serial text={device.serial} href={deviceDetailHref(device.id)} />,
              },
              { name: say('device.column.state'), value: <StateTag state={device.state} /> },
            ]),
        { name: say('device.column.type'), value: device.type },
        { name: say('device.column.stateSince'), value: formatInstant(device.stateSince, timeZone) },
        { name: say('cause.why'), value: <StateCause id={device.id} /> },
        { name: say('device.column.repairTimes'), value: formatNumber(device.repairTimes) },
      ]}
    />
  )
}

/** The values that the device reported last. */
function ReportedFacts({ device }: { device: DeviceDetail }) {
  const say = useWord()
  const { timeZone } = useSession()
  const { targets } = useHashRules()
  return (
    <FactList
      title={say('fleet.telemetry')}
      facts={[
        {
          name: say('fleet.hashRate'),
          value: hashRateOf(device, targets, say),
        },
        {
          name: say('device.column.lastReportAt'),
          value: lastReportOf(device, timeZone, say),
        },
        {
          name: say('device.column.activeWorker'),
          value: <ActiveWorker device={device} />,
        },
        {
          name: say('device.column.activeWorkerState'),
          value: workerStateOf(device, say),
        },
      ]}
    />
  )
}

/** The site, the owner and the reviewers. */
function OwnerFacts({ device }: { device: DeviceDetail }) {
  const say = useWord()
  return (
    <FactList
      title={say('fleet.owner')}
      facts={[
        {
          name: say('place.site'),
          value: <OwnerLink name={device.site} filters={{ siteId: device.siteId ?? undefined }} />,
        },
        {
          name: say('place.client'),
          value: <OwnerLink name={device.client} filters={{ clientId: device.clientId ?? undefined }} />,
        },
        {
          name: say('place.account'),
          value: <OwnerLink name={device.account} filters={{ accountId: device.accountId ?? undefined }} />,
        },
        {
          name: say('device.column.checks'),
          value: device.checks.length === 0 ? say('fleet.none') : device.checks.map((person) => person.name).join('、'),
        },
      ]}
    />
  )
}
