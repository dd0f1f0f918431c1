import { namedParts, type Part, stages } from './test/parts.ts'
import { type Outcome, total } from './test/report.ts'
import { stopAll } from './test/run.ts'
import { keepFilesInMemory } from './test/temporary-folder.ts'

async function runPart(part: Part): Promise<Outcome> {
  const started = Date.now()
  const outcome = await part.run().catch((error: unknown): Outcome => {
    const reason = error instanceof Error ? error.message : String(error)
    return { passed: 0, failed: 1, problems: [`${part.name}: ${reason}`] }
  })
  console.log(
    `${part.name.padEnd(9)} ${outcome.passed} passed, ${outcome.failed} failed, ${((Date.now() - started) / 1_000).toFixed(1)} s`,
  )
  return outcome
}

const removeFolder = keepFilesInMemory()
process.once('exit', removeFolder)
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, () => {
    stopAll()
    process.exit(130)
  })

const parts = [...stages.flat(2), ...namedParts]
const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !parts.some((part) => part.name === name))
if (unknown.length > 0) {
  console.error(`unknown part ${unknown.join(', ')}; there are ${parts.map((part) => part.name).join(', ')}`)
  process.exit(2)
}

const outcomes: Outcome[] = []
async function runLane(lane: readonly Part[]): Promise<void> {
  for (const part of lane) if (wanted.length === 0 || wanted.includes(part.name)) outcomes.push(await runPart(part))
}
for (const stage of stages) await Promise.all(stage.map(runLane))
for (const part of namedParts) if (wanted.includes(part.name)) outcomes.push(await runPart(part))
const { passed, failed, problems } = total(outcomes)
for (const problem of problems) console.log(`✗ ${problem}`)
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed > 0 ? 1 : 0)
