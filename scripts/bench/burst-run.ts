import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { Answer, type Plan } from './burst-plan.ts'

/** Run a plan in a separate process. @throws Error if that process fails */
export async function generateLoad(folder: string, plan: Plan): Promise<Answer[]> {
  const [planFile, answersFile] = [join(folder, 'plan.json'), join(folder, 'answers.json')]
  writeFileSync(planFile, JSON.stringify(plan))
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', 'scripts/bench/burst-generator.ts', planFile, answersFile],
    {
      stdio: ['ignore', 'inherit', 'inherit'],
    },
  )
  const stop = () => child.kill('SIGKILL')
  process.once('exit', stop)
  const [code] = (await once(child, 'exit')) as [number | null]
  process.removeListener('exit', stop)
  if (code !== 0) throw new Error(`the generator ended with ${code}`)
  return z.array(Answer).parse(JSON.parse(readFileSync(answersFile, 'utf8')))
}
