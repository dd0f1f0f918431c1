import type { Generated } from 'kysely'
import type { Placed, Stamped } from './column-types.ts'

/** Shared by all tenants, maintained by the management. */
export type TownTable = Stamped & { id: Generated<number>; name: string }
/** A person whose health is measured. */
export type TesteeTable = Stamped &
  Placed & {
    id: Generated<number>
    name: string
    sex: '男' | '女' | null
    phone: string | null
    birthday: string | null
    town_id: number | null
  }

export type TesteeTables = { town: TownTable; testee: TesteeTable }
