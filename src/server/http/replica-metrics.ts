import { Gauge, type Registry } from 'prom-client'
import type { Replica } from '#server/db/open-replica.ts'

/** Add the state of the replica, and how many reads each database has answered. */
export function addReplicaMetrics(register: Registry, replica: Pick<Replica, 'state' | 'answered'>): void {
  new Gauge({
    name: 'database_replica_state',
    help: '1 for the state the replica is in: used, lagging (too far behind) or away',
    labelNames: ['state'],
    registers: [register],
    collect() {
      for (const state of ['used', 'lagging', 'away']) this.set({ state }, replica.state().state === state ? 1 : 0)
    },
  })
  new Gauge({
    name: 'database_replica_lag_seconds',
    help: 'How far the replica is behind the primary; NaN while it does not answer',
    registers: [register],
    collect() {
      this.set(replica.state().lagSeconds ?? Number.NaN)
    },
  })
  new Gauge({
    name: 'database_reads',
    help: 'Statements since the start that the replica may answer, by who answered',
    labelNames: ['by'],
    registers: [register],
    collect() {
      for (const [by, count] of Object.entries(replica.answered())) this.set({ by }, count)
    },
  })
}
