import { type Said, startProduct, terminal } from './product.ts'

/** The result of one kind of damage; `problem` = null if everything went as required. */
export type Row = { kind: string; says: string; outcome: string; way: string; back: string; problem: string | null }
/** The result that a case returns. */
export type Shown = Omit<Row, 'kind' | 'problem'>
export type Kind = { kind: string; show(): Promise<Shown> }

/** The product did not handle a kind of damage as required; the message says why. */
export class Unmet extends Error {}

export function must(holds: boolean, otherwise: string): void {
  if (!holds) throw new Unmet(otherwise)
}

/** Return the only line of the product on standard error. @throws Unmet for a stack trace, several lines, or none */
export function sentenceOf({ stderr }: Pick<Said, 'stderr'>): string {
  const lines = stderr.trim().split('\n')
  must(!/^\s+at \S/m.test(stderr), `a stack trace: ${stderr.slice(0, 400)}`)
  must(lines.length === 1 && lines[0] !== '', `${lines.length} lines on standard error: ${stderr.slice(0, 400)}`)
  return lines[0] ?? ''
}

/** Expect a start to be refused. @returns its message. @throws Unmet if it succeeds */
export async function refusedStart(environment: Record<string, string>): Promise<{ says: string; outcome: string }> {
  const started = await startProduct(environment)
  if (started.url !== null) {
    const { status } = await started.readiness()
    await started.stop()
    throw new Unmet(`started although damaged, /readyz ${status}`)
  }
  must(started.exitCode === 1, `ended with ${started.exitCode}`)
  return { says: sentenceOf(started), outcome: 'exit 1' }
}

/** Expect a command to be refused. */
export async function refusedCommand(
  environment: Record<string, string>,
  ...args: readonly string[]
): Promise<{ says: string; outcome: string }> {
  const said = await terminal(environment, ...args)
  // A missing path was typed wrongly, which is 2.
  must(
    said.exitCode === 1 || said.exitCode === 2,
    `coldfleet ${args.join(' ')} ended with ${said.exitCode}: ${said.stderr}`,
  )
  return { says: sentenceOf(said), outcome: `exit ${said.exitCode}` }
}

/** Run a command that must succeed. */
export async function done(environment: Record<string, string>, ...args: readonly string[]): Promise<string> {
  const said = await terminal(environment, ...args)
  must(said.exitCode === 0, `coldfleet ${args.join(' ')} ended with ${said.exitCode}: ${said.stderr.trim()}`)
  return said.stdout
}

/** Count machines and users by command. */
export async function countRows(environment: Record<string, string>): Promise<string> {
  const { devices, users } = JSON.parse(await done(environment, 'db', 'status', '--json')) as {
    devices: number
    users: number
  }
  return `${devices} devices, ${users} users`
}

/** Start the product and expect it to be ready and to have `rows`. */
export async function startsWith(environment: Record<string, string>, rows: string): Promise<string> {
  const started = await startProduct(environment)
  must(started.url !== null, `does not start after the way back: ${started.stderr.trim()}`)
  try {
    const { status, text } = await started.readiness()
    must(status === 200, `/readyz ${status} ${text} after the way back`)
    const found = await countRows(environment)
    must(found === rows, `${found} instead of ${rows}`)
    return found
  } finally {
    await started.stop()
  }
}

/** Run one case; any error becomes its problem. */
export async function run({ kind, show }: Kind): Promise<Row> {
  try {
    return { kind, ...(await show()), problem: null }
  } catch (error) {
    const problem =
      error instanceof Unmet ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error)
    return { kind, says: '', outcome: '', way: '', back: '', problem }
  }
}
