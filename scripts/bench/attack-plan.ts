import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { z } from 'zod'

/** The request that each of some callers repeats after each response, at most at this rate; `body` in base64. */
export const AttackPlan = z.object({
  url: z.string(),
  headers: z.record(z.string(), z.string()),
  body: z.string(),
  callers: z.int(),
  perSecond: z.number().nullable(),
})
export type AttackPlan = z.output<typeof AttackPlan>
const Tally = z.object({ sent: z.number(), taken: z.number() })

/**
 * Attack from a separate process while `work` runs. @returns the results of both: how many requests were sent, and how
 * many were not refused
 */
export async function attackWhile<Result>(
  folder: string,
  plan: AttackPlan,
  work: () => Promise<Result>,
): Promise<z.output<typeof Tally> & { result: Result }> {
  const planFile = join(folder, 'attack.json')
  writeFileSync(planFile, JSON.stringify(plan))
  const child = spawn(process.execPath, ['--import', 'tsx', 'scripts/bench/attacker.ts', planFile], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const stop = () => child.kill('SIGKILL')
  process.once('exit', stop)
  const printed = text(child.stdout)
  const ended = once(child, 'exit') as Promise<[number | null]>
  try {
    const result = await work()
    child.stdin.end()
    const [code] = await ended
    if (code !== 0) throw new Error(`the attacker ended with ${code}`)
    return { result, ...Tally.parse(JSON.parse(await printed)) }
  } finally {
    stop()
    process.removeListener('exit', stop)
  }
}

/** Run a program that does nothing with its requests while `work` runs; `work` gets its address. */
export async function besideBystander<Result>(work: (url: string) => Promise<Result>): Promise<Result> {
  const child = spawn(process.execPath, ['scripts/bench/bystander.mjs'], { stdio: ['ignore', 'pipe', 'inherit'] })
  const stop = () => child.kill('SIGKILL')
  process.once('exit', stop)
  try {
    const [address] = (await once(child.stdout, 'data')) as [Buffer]
    return await work(address.toString())
  } finally {
    stop()
    process.removeListener('exit', stop)
  }
}
