import { type Said, startProduct, terminal } from './product.ts'

/** What became of one kind of damage; `problem` = null when all of it went as it must. */
export type Row = { kind: string; says: string; outcome: string; way: string; back: string; problem: string | null }
/** What a kind has to show. */
export type Shown = Omit<Row, 'kind' | 'problem'>
export type Kind = { kind: string; show(): Promise<Shown> }

/** A kind of damage that the product does not meet as it must; the message says why. */
export class Unmet extends Error {}

export function must(holds: boolean, otherwise: string): void {
  if (!holds) throw new Unmet(otherwise)
}

/** The only line that the product says on standard error. @throws Unmet for a stack trace, for several lines, for silence */
export function sentenceOf({ stderr }: Pick<Said, 'stderr'>): string {
  const lines = stderr.trim().split('\n')
  must(!/^\s+at \S/m.test(stderr), `a stack trace: ${stderr.slice(0, 400)}`)
  must(lines.length === 1 && lines[0] !== '', `${lines.length} lines on standard error: ${stderr.slice(0, 400)}`)
  return lines[0] ?? ''
}

/** A start that has to be refused. @returns its sentence. @throws Unmet when it answers */
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

/** A command of the terminal that has to be refused. */
export async function refusedCommand(
  environment: Record<string, string>,
  ...args: readonly string[]
): Promise<{ says: string; outcome: string }> {
  const said = await terminal(environment, ...args)
  // A path that is not there was typed wrongly, which is 2.
  must(
    said.exitCode === 1 || said.exitCode === 2,
    `coldfleet ${args.join(' ')} ended with ${said.exitCode}: ${said.stderr}`,
  )
  return { says: sentenceOf(said), outcome: `exit ${said.exitCode}` }
}

/** Runs a command that has to do its work. */
export async function done(environment: Record<string, string>, ...args: readonly string[]): Promise<string> {
  const said = await terminal(environment, ...args)
  must(said.exitCode === 0, `coldfleet ${args.join(' ')} ended with ${said.exitCode}: ${said.stderr.trim()}`)
  return said.stdout
}

/** Machines and users, counted by the terminal. */
export async function countRows(environment: Record<string, string>): Promise<string> {
  const { devices, users } = JSON.parse(await done(environment, 'db', 'status', '--json')) as {
    devices: number
    users: number
  }
  return `${devices} devices, ${users} users`
}

/** Starts the product, which has to be ready and to have `rows`. */
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

/** Runs one kind; whatever goes wrong becomes its problem. */
export async function run({ kind, show }: Kind): Promise<Row> {
  try {
    return { kind, ...(await show()), problem: null }
  } catch (error) {
    const problem =
      error instanceof Unmet ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error)
    return { kind, says: '', outcome: '', way: '', back: '', problem }
  }
}
