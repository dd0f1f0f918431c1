import { Counter, Gauge, type Registry } from 'prom-client'
import type { Admission } from '#server/load/admission.ts'

/** Add the numbers of running, waiting and refused requests, by class. */
export function addAdmissionMetrics(register: Registry, admission: Pick<Admission, 'state'>): void {
  new Gauge({
    name: 'admission_requests',
    help: 'Requests that are worked on, and that wait for their turn, by class',
    labelNames: ['load', 'state'],
    registers: [register],
    collect() {
      for (const { load, running, waiting } of admission.state().loads) {
        this.set({ load, state: 'running' }, running)
        this.set({ load, state: 'waiting' }, waiting)
      }
    },
  })
  new Gauge({
    name: 'admission_limit',
    help: 'Requests that are worked on at a time at most, as the event loop allows',
    registers: [register],
    collect() {
      this.set(admission.state().limit)
    },
  })
  new Counter({
    name: 'admission_refused_total',
    help: 'Requests that were told to come back (503), by class',
    labelNames: ['load'],
    registers: [register],
    collect() {
      this.reset()
      for (const { load, refused } of admission.state().loads) this.inc({ load }, refused)
    },
  })
}
