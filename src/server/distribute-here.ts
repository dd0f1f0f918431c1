import { messageOf } from '#shared/errors.ts'
import { type Obstacle, obstacleTo } from './db/citus/check.ts'
import { type Distributed, distribute } from './db/citus/distribute.ts'
import { leastVersion } from './db/citus/sharded-tables.ts'
import type { OpenDatabase } from './db/opened.ts'

/** The result of distributing the tables: success, or the reason of a failure. */
export type DistributedHere =
  | Distributed
  | { what: Obstacle['what'] | 'embedded' | 'refused'; values: Record<string, string | number> }

/** Distribute the tables of this process's database over the nodes of Citus, all of them or none. */
export async function distributeHere({ engine, jobsDb }: OpenDatabase): Promise<DistributedHere> {
  if (engine === 'embedded') return { what: 'embedded', values: {} }
  const obstacle = await obstacleTo(jobsDb)
  if (obstacle) {
    const { what, ...values } = obstacle
    return { what, values: { least: leastVersion, ...values } }
  }
  try {
    return await distribute(jobsDb)
  } catch (error) {
    return { what: 'refused', values: { said: messageOf(error) } }
  }
}
