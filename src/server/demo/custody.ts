import { isTelemetryState } from '#shared/transitions.ts'
import type { DemoDevice } from './fleet.ts'
import type { Random } from './random.ts'
import { type DemoHistory, happen } from './records.ts'

const faults = [
  '电源模块故障',
  '算力板掉线',
  '风扇停转，温度过高',
  '控制板无法启动',
  '算力持续偏低，更换芯片',
  '网络接口损坏',
]
const findings = ['更换电源后试运行 24 小时正常', '更换算力板', '更换风扇并清灰', '重刷固件后恢复', '更换控制板']
/** Days without a report after which a machine is declared lost. */
const lostAfterDays = 30

/** Send a machine to the workshop: 送修, repairTimes + 1. Sets the day of its return. */
function sendToRepair(history: DemoHistory, device: DemoDevice, day: number, at: Date, random: Random): void {
  const repair = history.repairs.length
  history.repairs.push({
    type: '送修',
    device: device.index,
    day,
    notes: random.pick(faults),
    outcome: null,
    openedBy: null,
    closed: false,
    backOnlineAt: null,
    at,
  })
  happen(history, device, { cause: 'repairOut' }, at, { repair })
  device.repairTimes += 1
  device.openRepair = repair
  device.returned = null
  device.actionDay = day + random.whole(3, 14)
}

/** Return it: fixed, without a fault, or to be scrapped. Sets the day on which it runs again. */
function bringBack(history: DemoHistory, device: DemoDevice, day: number, at: Date, random: Random): void {
  const opened = device.openRepair === null ? undefined : history.repairs[device.openRepair]
  const outcome = random.chance(0.035) ? 'notRepairable' : random.chance(0.09) ? 'noFault' : 'fixed'
  const notes =
    outcome === 'fixed' ? random.pick(findings) : outcome === 'noFault' ? '检测未发现故障' : '主板烧毁，无法修复'
  const repair = history.repairs.length
  history.repairs.push({
    type: '送回',
    device: device.index,
    day,
    notes,
    outcome,
    openedBy: device.openRepair,
    closed: true,
    backOnlineAt: null,
    at,
  })
  if (opened) opened.closed = true
  happen(history, device, { cause: 'repairReturn', outcome }, at, { repair })
  device.openRepair = null
  device.condition = { kind: 'healthy' }
  device.returned = day
  device.actionDay = day + random.whole(1, 3)
  if (outcome === 'notRepairable') device.scrapped = day
}

/** Apply the actions of people to a machine in the morning, before the feed of the day. */
export function actOn(history: DemoHistory, device: DemoDevice, day: number, at: Date, random: Random): void {
  const due = device.actionDay !== null && day >= device.actionDay
  if (isTelemetryState(device.state)) {
    const { condition } = device
    if (due && 'needsRepair' in condition && condition.needsRepair) sendToRepair(history, device, day, at, random)
    else if (condition.kind === 'vanished' && day - device.lastSeen >= lostAfterDays) {
      happen(history, device, { cause: 'lost' }, at, { text: '盘点未找到，已超过 30 天未上报' })
      device.actionDay = random.chance(0.25) ? day + random.whole(3, 12) : null
    } else if (device.fragility > 9 && device.repairTimes >= 3 && device.state === 'offline') {
      happen(history, device, { cause: 'scrap' }, at, { text: '多次维修后仍不稳定，停止使用' })
      device.scrapped = day
    }
  } else if (device.state === 'repairing' && due) bringBack(history, device, day, at, random)
  else if (device.state === 'lost' && due) {
    happen(history, device, { cause: 'found' }, at, { text: '在备件库中找到' })
    device.condition = { kind: 'healthy' }
    device.actionDay = null
  }
}
