import type { Transaction } from 'kysely'
import type { Database } from '#server/db/tables.ts'
import { writeStock } from './write-stock.ts'

const materialTypes = ['电气件', '散热件', '结构件', '耗材'] as const
/** Scales of comments, then small goods categories. */
const models = ['运行状态量表', '维修质量量表', '电源', '控制板', '算力板', '风扇', '线缆'] as const
const tagTypes = ['表扬', '建议', '问题'] as const

type DemoMaterial = {
  name: string
  type: (typeof materialTypes)[number]
  model: (typeof models)[number] | null
  unit: string
  stock: number
  fitted: number
}
const materials: readonly DemoMaterial[] = [
  { name: '电源模块 3600W', type: '电气件', model: '电源', unit: '个', stock: 24, fitted: 1 },
  { name: '控制板', type: '电气件', model: '控制板', unit: '块', stock: 18, fitted: 1 },
  { name: '算力板', type: '电气件', model: '算力板', unit: '块', stock: 60, fitted: 3 },
  { name: '数据线 1.5 m', type: '电气件', model: '线缆', unit: '根', stock: 200, fitted: 0 },
  { name: '轴流风扇 12038', type: '散热件', model: '风扇', unit: '个', stock: 96, fitted: 4 },
  { name: '导热硅脂 1 kg', type: '耗材', model: null, unit: '罐', stock: 12, fitted: 0 },
  { name: '机架导轨', type: '结构件', model: null, unit: '副', stock: 40, fitted: 0 },
]
/** Insert goods with their categories, the stock and orders of each base, and the parts of its first devices. */
export async function writeGoods(
  trx: Transaction<Database>,
  instant: (day: number, seconds: number) => Date,
): Promise<void> {
  const names = (values: readonly string[]) => values.map((name) => ({ name }))
  const types = await trx.insertInto('material_type').values(names(materialTypes)).returning(['id', 'name']).execute()
  const small = await trx.insertInto('model').values(names(models)).returning(['id', 'name']).execute()
  await trx.insertInto('tag_type').values(names(tagTypes)).execute()
  const idOf = (rows: readonly { id: number; name: string }[], wanted: string | null) =>
    rows.find(({ name }) => name === wanted)?.id ?? null
  const stored = await trx
    .insertInto('material')
    .values(
      materials.map(({ name, type, model, unit }) => ({
        name,
        unit,
        material_type_id: idOf(types, type) ?? 0,
        model_id: idOf(small, model),
      })),
    )
    .returning(['id', 'name'])
    .execute()
  await writeStock(
    trx,
    materials.map(({ name, stock, fitted }) => ({ materialId: idOf(stored, name) ?? 0, name, stock, fitted })),
    instant,
  )
}
