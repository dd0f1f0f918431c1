import type { Trx } from '#server/db/tables.ts'
import type { ReportStatus } from '#shared/reports.ts'
import { reservePeriods, tankerTypes } from '#shared/reservations.ts'

type Base = { id: number }
type Station = { id: number; company_id: number }
type Keys = {
  day: (index: number) => string
  instant: (index: number, seconds: number) => Date
  users: ReadonlyMap<string, number>
}

const planDays = { first: -6, last: 20 }
/** Slots in a half day: pressure tankers take longer. */
const places = { 常压车: 4, 承压车: 2 } as const
const organisations = ['江北化工物流', '长宁石化运输', '华润危货运输', '中源气体', '金桥储运'] as const
const drivers = ['王建国', '李国强', '赵志明', '陈立军', '刘海波', '孙德顺'] as const
const methods = { 常压车: '罐体外观与壁厚测定', 承压车: '水压与气密性试验' } as const
const findings = [
  '罐体外观完好，壁厚均大于设计值的 90%。',
  '法兰密封面有轻微划痕，已现场处理，复检合格。',
  '安全阀校验合格，接地装置导通良好。',
] as const
/** Status of a day's reports, the day before yesterday first; later days have none. */
const progress: readonly (readonly ReportStatus[])[] = [
  [2, 2, 2, 2],
  [2, 2, 2, 3],
  [2, 1, 1, 0],
]
const drawing = {
  version: '1',
  objects: [
    { type: 'rect', left: 140, top: 110, width: 520, height: 150, stroke: '#1c2229' },
    { type: 'line', x1: 320, y1: 110, x2: 320, y2: 260, stroke: '#1c2229' },
    { type: 'line', x1: 490, y1: 110, x2: 490, y2: 260, stroke: '#1c2229' },
    {
      type: 'polyline',
      points: [
        { x: 345, y: 150 },
        { x: 360, y: 172 },
        { x: 352, y: 190 },
        { x: 372, y: 214 },
      ],
      stroke: '#b4231f',
    },
    { type: 'text', left: 385, top: 190, text: '划痕，长 62 mm', stroke: '#b4231f' },
  ],
}

/** Insert the plans of the bases around today. */
async function writePlans(trx: Trx, { day, users }: Keys, bases: readonly Base[]) {
  const manager = users.get('base') ?? null
  const days = Array.from({ length: planDays.last - planDays.first + 1 }, (_, index) => planDays.first + index)
  const worked = days.filter((index) => new Date(`${day(index)}T00:00:00Z`).getUTCDay() % 6 !== 0 || index === 0)
  return trx
    .insertInto('reservation_plan')
    .values(
      bases.flatMap(({ id }) =>
        worked.flatMap((index) =>
          reservePeriods.flatMap((reserve_period) =>
            tankerTypes.map((tanker_type) => ({
              company_id: id,
              site_id: null,
              // Pressure tankers, which take longer, are planned from headquarters.
              plan_kind: tanker_type === '承压车' ? ('week' as const) : ('month' as const),
              reserve_time: day(index),
              reserve_period,
              tanker_type,
              total_count: places[tanker_type],
              user_id: manager,
            })),
          ),
        ),
      ),
    )
    .returning(['id', 'company_id', 'reserve_time', 'reserve_period', 'tanker_type', 'total_count'])
    .execute()
}
type Plans = Awaited<ReturnType<typeof writePlans>>

/** Insert reservations of tankers for the days around today. */
async function writeReservations(trx: Trx, { day, instant, users }: Keys, plans: Plans) {
  const until = day(8)
  const taken = plans
    .filter(({ reserve_time }) => reserve_time >= day(-2) && reserve_time <= until)
    .flatMap((plan, index) =>
      Array.from({ length: 1 + ((index * 7) % plan.total_count) }, (_, place) => ({ plan, number: index * 4 + place })),
    )
  return trx
    .insertInto('reservation')
    .values(
      taken.map(({ plan, number }) => ({
        company_id: plan.company_id,
        site_id: null,
        plan_id: plan.id,
        reserve_time: plan.reserve_time,
        reserve_period: plan.reserve_period,
        tanker_type: plan.tanker_type,
        tanker_number: `GC-${String(1_000 + number)}`,
        license_number: `苏A${String(60_000 + ((number * 37) % 9_999))}`,
        checked_org: organisations[number % organisations.length] ?? null,
        contact_name: drivers[number % drivers.length] ?? null,
        phone: `139${String(10_000_000 + ((number * 7_919) % 89_999_999))}`,
        user_id: users.get('registrar') ?? null,
        create_time: instant(-3, 9 * 3_600 + number * 60),
        update_time: instant(-3, 9 * 3_600 + number * 60),
      })),
    )
    .returningAll()
    .execute()
}
type Reservations = Awaited<ReturnType<typeof writeReservations>>
type Arrived = {
  reservation: Reservations[number]
  index: number
  place: number
  status: ReportStatus
  number: number
  count: number
}

/**
 * Create the report of a tanker that came on the day `index`, the `place`th of its base; `number` counts all of them.
 */
function reportOf(
  { day, instant, users }: Keys,
  stations: readonly Station[],
  { reservation, index, place, status, number, count }: Arrived,
) {
  const made = instant(index, 8 * 3_600 + 1_800 + place * 2_400)
  const finished = instant(index, 10 * 3_600 + 1_800 + place * 3_000)
  const own = stations.filter(({ company_id }) => company_id === reservation.company_id)
  const station = status === 2 ? own.at(-1) : status === 1 ? own[place % Math.max(1, own.length)] : undefined
  const isFailed = number % 5 === 3
  return {
    report_number: `JC${day(index).replaceAll('-', '')}-${String(count).padStart(4, '0')}`,
    // Public with the demonstration, like its passwords.
    check_code: 'CQLD26',
    company_id: reservation.company_id,
    site_id: null,
    user_id: users.get('registrar') ?? null,
    reservation_id: reservation.id,
    station_id: station?.id ?? null,
    status,
    result: status === 2 ? (isFailed ? '不合格' : '合格') : null,
    checked_org: reservation.checked_org,
    tanker_number: reservation.tanker_number,
    tanker_type: reservation.tanker_type,
    license_number: reservation.license_number,
    contact_name: reservation.contact_name,
    phone: reservation.phone,
    check_method: methods[reservation.tanker_type],
    name: '罐车定期检验',
    examination_name: '罐体、阀门与接地装置',
    content: status === 0 ? null : '罐体外观、壁厚、阀门与密封件、接地装置',
    examination_describe:
      status === 2
        ? isFailed
          ? '罐体底部壁厚低于设计值的 85%，需整改后复检。'
          : (findings[number % findings.length] ?? null)
        : null,
    fabric: status === 2 && place === 1 ? JSON.stringify(drawing) : null,
    finished_at: status === 2 ? finished : null,
    create_time: made,
    update_time: status === 2 ? finished : made,
  }
}

/** Insert plans of both bases around today, their reservations, and the reports of arrived tankers. */
export async function writeReports(trx: Trx, keys: Keys): Promise<void> {
  const { day } = keys
  const bases = await trx
    .selectFrom('company')
    .select('id')
    .where('kind', '=', 'base')
    .whereRef('tenant_id', '=', 'id')
    .orderBy('id')
    .execute()
  const booked = await writeReservations(trx, keys, await writePlans(trx, keys, bases))
  const stations = await trx.selectFrom('station').select(['id', 'company_id']).orderBy('id').execute()
  const reports = [-2, -1, 0].flatMap((index, at) =>
    bases.flatMap((base) =>
      booked
        .filter(({ company_id, reserve_time }) => company_id === base.id && reserve_time === day(index))
        .slice(0, progress[at]?.length ?? 0)
        .map((reservation, place) => ({ reservation, index, place, status: progress[at]?.[place] ?? 0 })),
    ),
  )
  if (reports.length === 0) return
  const counts = new Map<string, number>()
  const rows = reports.map((report, number) => {
    const count = (counts.get(day(report.index)) ?? 0) + 1
    counts.set(day(report.index), count)
    return reportOf(keys, stations, { ...report, number, count })
  })
  await trx.insertInto('report').values(rows).execute()
  await trx
    .insertInto('report_number')
    .values([...counts].map(([business_date, last_number]) => ({ business_date, last_number })))
    .execute()
}
