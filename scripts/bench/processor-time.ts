import { readdirSync, readFileSync } from 'node:fs'
import type pg from 'pg'

/** Linux counts processor time in such parts of a second. Source: proc(5), USER_HZ. */
const ticks = 100
/** The fields of `/proc/PID/stat` behind the name of the program. Source: proc(5). */
const [parentField, ownFields, endedFields] = [1, [11, 12], [13, 14]]

function fieldsOf(pid: number | string): number[] {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
      .map(Number)
  } catch {
    // It has ended.
    return []
  }
}
const secondsIn = (fields: readonly number[], at: readonly number[]) =>
  at.reduce((sum, field) => sum + (fields[field] ?? 0), 0) / ticks

/** Return the processor seconds, user and system, of a process of this machine and of all that it started, ended ones too. */
export function processorSeconds(pid: number): number {
  const main = fieldsOf(pid)
  const started = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(fieldsOf)
    .filter((fields) => fields[parentField] === pid)
  return (
    secondsIn(main, [...ownFields, ...endedFields]) +
    started.reduce((sum, fields) => sum + secondsIn(fields, ownFields), 0)
  )
}

const mainProcess = `select split_part(pg_read_file('postmaster.pid'), chr(10), 1)`

/** Return the main process of PostgreSQL, or of each node of Citus, the first node first. The role must be a superuser. */
export async function databaseProcesses(pool: pg.Pool, isSpread: boolean): Promise<number[]> {
  const { rows } = await pool.query<{ pid: string }>(
    isSpread
      ? `select result as pid from run_command_on_all_nodes($command$${mainProcess}$command$) join pg_dist_node using (nodeid) order by groupid`
      : `${mainProcess} as pid`,
  )
  return rows.map(({ pid }) => Number(pid))
}
