import { writeFileSync } from 'node:fs'
import { signIn } from '#tests/support/rest-client.ts'
import { headersOf } from './scripts/bench/session.ts'
const url = process.argv[2]!
const which = process.argv[3]!
const seconds = Number(process.argv[4] ?? 8)
const manager = await signIn(url, 'admin', 'ColdFleet#26')
const body = which === 'json' ? '{"serial":x},'.repeat(80_000) : `serial,${'a,'.repeat(600_000)}\n`
const headers = { ...headersOf(manager.token), 'content-type': which === 'json' ? 'application/json' : 'text/csv' }
const times: number[] = [], waits: number[] = []
const end = performance.now() + seconds * 1000
let stop = false
const pinger = (async () => { while (!stop) { const t = performance.now(); await fetch(url + '/healthz'); waits.push(performance.now() - t); await new Promise((r) => setTimeout(r, 5)) } })()
let text = ''
while (performance.now() < end) { const t = performance.now(); const r = await fetch(url + '/api/device/import?dryRun=true', { method: 'POST', headers, body }); text = await r.text(); times.push(performance.now() - t) }
stop = true; await pinger
const q = (a: number[], p: number) => a.toSorted((x, y) => x - y)[Math.floor((a.length - 1) * p)]!.toFixed(1)
console.log(which, times.length, 'calls, ms p50', q(times, .5), 'max', q(times, 1), '| ping p50', q(waits, .5), 'p90', q(waits, .9), 'p99', q(waits, .99), 'max', q(waits, 1), text.slice(0, 160), text.length)
