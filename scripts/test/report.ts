import { relative } from 'node:path'
import { z } from 'zod'

/** The result of a part of the run. `problems` are shown again at the end. */
export type Outcome = { passed: number; failed: number; problems: string[] }

/** The fields that we read of vitest's JSON report. */
const Report = z.object({
  success: z.boolean(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      startTime: z.number(),
      endTime: z.number(),
      message: z.string().optional(),
      assertionResults: z.array(z.object({ status: z.string(), fullName: z.string() })),
    }),
  ),
})

/**
 * Count vitest's JSON report: a test that did not run counts as failed, and so does a file that did not load.
 * @throws Error if it is not a report
 */
export function readReport(text: string): Outcome {
  const report = Report.parse(JSON.parse(text))
  const outcome: Outcome = { passed: 0, failed: 0, problems: [] }
  for (const file of report.testResults) {
    for (const { status, fullName } of file.assertionResults) {
      if (status === 'passed') outcome.passed += 1
      else {
        outcome.failed += 1
        outcome.problems.push(`${fullName} (${file.name}): ${status === 'failed' ? 'failed' : 'was not run'}`)
      }
    }
    if (file.assertionResults.length > 0 || file.status === 'passed') continue
    outcome.failed += 1
    outcome.problems.push(`${file.name}: ${file.message?.split('\n')[0] || 'did not load'}`)
  }
  if (outcome.passed + outcome.failed === 0 || (!report.success && outcome.failed === 0)) {
    outcome.failed += 1
    outcome.problems.push(report.success ? 'no test was found' : 'the run failed outside of its tests')
  }
  return outcome
}

/** Return the slowest files in a vitest JSON report, the slowest first: the first candidates if a run becomes slow. */
export const slowestFiles = (text: string, count: number): string[] =>
  Report.parse(JSON.parse(text))
    .testResults.map(({ name, startTime, endTime }) => ({
      name: relative(process.cwd(), name),
      seconds: (endTime - startTime) / 1_000,
    }))
    .sort((left, right) => right.seconds - left.seconds)
    .slice(0, count)
    .map(({ name, seconds }) => `${seconds.toFixed(1)} s ${name}`)

export const total = (outcomes: readonly Outcome[]): Outcome => ({
  passed: outcomes.reduce((sum, outcome) => sum + outcome.passed, 0),
  failed: outcomes.reduce((sum, outcome) => sum + outcome.failed, 0),
  problems: outcomes.flatMap((outcome) => outcome.problems),
})
