import { useCallback, useMemo } from 'react'
import { useLocation, useSearch } from 'wouter'
import { CommentList } from '#client/features/comments/comment-list.tsx'
import { useWord } from '#client/i18n.ts'
import { askedFirst } from '#client/leaving.ts'
import { useMay } from '#client/session-context.tsx'
import { AppLink } from '#client/ui/app-link.tsx'
import { buttonStyle } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { Tabs } from '#client/ui/tabs.tsx'
import { useSettled } from '#client/use-settled.ts'
import type { DeviceDetail } from '#shared/devices.ts'
import { DeviceActions, WaitingActions } from './device-actions.tsx'
import { type DeviceAddress, deviceStatisticsHref, readDeviceAddress, writeDeviceAddress } from './device-address.ts'
import { DailyStateChart, HashChart, useDeviceHistory } from './device-charts.tsx'
import { DeviceFacts } from './device-facts.tsx'
import { DeviceHead } from './device-head.tsx'
import { DeviceParts } from './device-parts.tsx'
import { DevicePublish } from './device-publish.tsx'
import { DeviceRepairs } from './device-repairs.tsx'
import { DeviceReviewers } from './device-reviewers.tsx'
import { DeviceTimeline } from './device-timeline.tsx'
import { HoursChart } from './hours-chart.tsx'
import { RangeButtons } from './range-buttons.tsx'
import { useDevice } from './use-device.tsx'

const DayCharts = (shown: ReturnType<typeof useDeviceHistory>) => (
  <div className="grid grid-cols-1 gap-4 lg:grid-cols-2">
    <HashChart {...shown} />
    <DailyStateChart {...shown} />
  </div>
)

/** One device: its data, its history, and the comments about it. */
export function DeviceDetailScreen() {
  const say = useWord()
  const search = useSearch()
  const [path, navigate] = useLocation()
  const address = useMemo(() => readDeviceAddress(search), [search])
  const change = useCallback(
    (patch: Partial<Pick<DeviceAddress, 'days' | 'tab'>>) => {
      const to = `${path}${writeDeviceAddress(search, patch)}`
      askedFirst(to, () => navigate(to, { replace: true }))
    },
    [navigate, path, search],
  )
  const { device, instead } = useDevice(address.id)
  const shown = useDeviceHistory(address.id, address.days)
  const settled = useSettled('devices', 'repairs', 'traces')
  const reviews = useMay('trace')
  const seesParts = useMay('company_material')
  const mayAct = useMay('base_screen')
  if (instead || address.id === undefined) return instead
  return (
    <div className="grid grid-cols-1 gap-4">
      <DeviceHead
        device={device}
        title={say('route.deviceDetail')}
        actions={
          <>
            {device ? <DeviceActions key={device.id} device={device} /> : mayAct && <WaitingActions />}
            <AppLink href={deviceStatisticsHref(address.id)} className={buttonStyle()}>
              {say('trace.statistics')}
            </AppLink>
          </>
        }
      />
      {device?.state === 'scrap' && (
        <p role="status" className="rounded-md border border-line bg-surface px-4 py-2 text-muted">
          {say('trace.scrapped')}
        </p>
      )}
      <div className="grid grid-cols-1 items-start gap-4 xl:grid-cols-3">
        <div className={`grid grid-cols-1 gap-4 ${reviews ? 'xl:col-span-2' : 'xl:col-span-3'}`}>
          <DeviceFacts device={device} />
          <DeviceRepairs key={`repairs ${address.id}`} id={address.id} />
        </div>
        {/* Below the repairs, whose number is not known before. */}
        {reviews && (
          <div className={settled ? '' : 'max-xl:invisible'}>
            <Reviews device={device} />
          </div>
        )}
      </div>
      <div className={classNames('grid grid-cols-1 gap-4', !settled && 'invisible')}>
        <RangeButtons days={address.days} onChange={(days) => change({ days })} />
        <DayCharts {...shown} />
        <HoursChart key={`hours ${address.id}`} id={address.id} />
      </div>
      <div
        className={`grid grid-cols-1 items-start gap-4 ${settled ? '' : 'invisible'} ${seesParts || reviews ? 'lg:grid-cols-2' : ''}`}
      >
        <DeviceTimeline key={`timeline ${address.id}`} id={address.id} />
        <div className="grid grid-cols-1 gap-4">
          {seesParts && device && <DeviceParts key={`parts ${device.id}`} id={device.id} serial={device.serial} />}
          {reviews && <DeviceComments id={address.id} tab={address.tab} onTab={(tab) => change({ tab })} />}
        </div>
      </div>
    </div>
  )
}

/** The reviewers of the device, and whether its findings are published. */
const Reviews = ({ device }: { device: DeviceDetail | undefined }) =>
  device ? (
    <div className="grid gap-4">
      <DeviceReviewers device={device} />
      <DevicePublish device={device} />
    </div>
  ) : (
    <Skeleton className="h-75 w-full" />
  )

type Tab = DeviceAddress['tab']

/** The plain and the precise comments about the device. */
function DeviceComments({ id, tab, onTab }: { id: number; tab: Tab; onTab: (tab: Tab) => void }) {
  const say = useWord()
  return (
    <Card>
      <Tabs
        selected={tab}
        onSelect={(next) => onTab(next === 'precise' ? 'precise' : 'plain')}
        items={[
          {
            key: 'plain',
            label: say('comment.plain'),
            content: <CommentList key={id} target={{ kind: 'device', id }} type="评价" />,
          },
          {
            key: 'precise',
            label: say('comment.precise'),
            content: <CommentList key={id} target={{ kind: 'device', id }} type="精准点评" />,
          },
        ]}
      />
    </Card>
  )
}
