import type { Trx } from '#server/db/tables.ts'

type Keys = {
  users: ReadonlyMap<string, number>
  baseIds: readonly number[]
  instant: (day: number, seconds: number) => Date
}

const hour = 3_600
const towns = ['和平镇', '青山乡', '临湖街道'] as const
/** Sex, birthday, town, and measurements: days ago, systolic, diastolic, fasting blood sugar, BMI, status. */
type Measured = readonly [number, number, number, number, number, 0 | 1 | 2 | 3]
const testees: readonly {
  name: string
  sex: '男' | '女'
  phone: string
  birthday: string
  town: number
  measured: readonly Measured[]
}[] = [
  {
    name: '陈建国',
    sex: '男',
    phone: '13900000011',
    birthday: '1958-03-12',
    town: 0,
    measured: [
      [21, 148, 92, 6.8, 26.1, 1],
      [7, 142, 88, 6.4, 25.8, 1],
    ],
  },
  {
    name: '李秀英',
    sex: '女',
    phone: '13900000012',
    birthday: '1963-07-30',
    town: 0,
    measured: [[14, 126, 78, 5.2, 23.4, 1]],
  },
  {
    name: '王德明',
    sex: '男',
    phone: '13900000013',
    birthday: '1949-11-05',
    town: 1,
    measured: [
      [13, 162, 98, 7.9, 28.7, 2],
      [2, 155, 94, 7.4, 28.3, 0],
    ],
  },
  {
    name: '赵玉兰',
    sex: '女',
    phone: '13900000014',
    birthday: '1971-01-22',
    town: 1,
    measured: [[9, 118, 74, 4.9, 21.6, 1]],
  },
  {
    name: '刘志强',
    sex: '男',
    phone: '13900000015',
    birthday: '1980-09-17',
    town: 2,
    measured: [[5, 131, 84, 5.7, 24.9, 0]],
  },
  {
    name: '孙桂芳',
    sex: '女',
    phone: '13900000016',
    birthday: '1955-05-08',
    town: 2,
    measured: [
      [4, 220, 60, 5.1, 22.8, 3],
      [3, 138, 82, 5.3, 22.9, 0],
    ],
  },
]
/** Judge by the usual limits in China: 140/90 mmHg, 6.1 mmol/L. */
const conclusionOf = ([, systolic, diastolic, sugar, , status]: Measured): string =>
  status === 3
    ? '测量有误，需复测'
    : [systolic >= 140 || diastolic >= 90 ? '血压偏高' : null, sugar > 6.1 ? '空腹血糖偏高' : null]
        .filter(Boolean)
        .join('，') || '各项正常'

/** Insert testees of the bases with their measurements. */
export async function writeTestees(trx: Trx, { users, baseIds, instant }: Keys): Promise<void> {
  const stored = await trx
    .insertInto('town')
    .values(towns.map((name) => ({ name })))
    .returning('id')
    .execute()
  const companyId = baseIds[0] ?? 0
  const people = await trx
    .insertInto('testee')
    .values(
      testees.map(({ measured: _, town, ...testee }) => ({
        ...testee,
        company_id: companyId,
        site_id: null,
        town_id: stored[town]?.id ?? null,
      })),
    )
    .returning('id')
    .execute()
  await trx
    .insertInto('trace')
    .values(
      testees.flatMap(({ measured }, place) =>
        measured.map((values) => {
          const [daysAgo, systolic, diastolic, fasting_blood_sugar, bmi, status] = values
          const at = instant(-daysAgo, 9 * hour + place * 600)
          return {
            company_id: companyId,
            device_id: null,
            testee_id: people[place]?.id ?? null,
            user_id: users.get('inspector') ?? null,
            status,
            measure_time: at,
            systolic,
            diastolic,
            fasting_blood_sugar,
            bmi,
            conclusions: conclusionOf(values),
            create_time: at,
            update_time: at,
          }
        }),
      ),
    )
    .execute()
}
