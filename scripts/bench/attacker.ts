import { readFileSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { AttackPlan } from './attack-plan.ts'

/**
 * A separate process of low priority, as if it ran on another machine: node attacker.ts PLAN, until standard input
 * ends; then it prints its results.
 */
setPriority(constants.priority.PRIORITY_LOW)
const [planFile = ''] = process.argv.slice(2)
const { url, headers, body, callers, perSecond } = AttackPlan.parse(JSON.parse(readFileSync(planFile, 'utf8')))
const bytes = new Uint8Array(Buffer.from(body, 'base64'))
const tally = { sent: 0, taken: 0 }
let isOver = false
process.stdin.resume().once('end', () => {
  isOver = true
})

/** Is an attack refused, either as a whole or line by line in a dry run that refuses all lines? */
async function isRefused(answer: Response): Promise<boolean> {
  const text = await answer.text()
  return !text.startsWith('{"code":200') || /"read":(\d+),.*"refused":\1,/.test(text)
}

const begun = performance.now()
/** Return the time until the next request may be sent, in ms. */
const early = () => (perSecond === null ? 0 : begun + (tally.sent / perSecond) * 1_000 - performance.now())

async function attack(): Promise<void> {
  while (!isOver) {
    const rest = early()
    if (rest > 0) {
      await wait(Math.min(rest, 100))
      continue
    }
    tally.sent += 1
    // A server that refuses before it has read the body may close the connection: that is a refusal, too.
    const refused = await fetch(url, { method: 'POST', headers, body: bytes }).then(isRefused, () => true)
    if (!refused) tally.taken += 1
  }
}

await Promise.all(Array.from({ length: callers }, attack))
process.stdout.write(JSON.stringify(tally))
