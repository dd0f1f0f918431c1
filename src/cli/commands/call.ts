import { type Command, Option } from 'commander'
import type { Client, Connection, ProcedureType } from '#cli/connect.ts'
import { isRefusal, isWrongInput, wrongUse } from '#cli/failure.ts'
import { decodeText, readInput } from '#cli/input.ts'
import { contentOf, jsonFor, sayTable, writeOut } from '#cli/output.ts'
import { beginning, type Terminal, targetOf, withConnection } from '#cli/settings.ts'
import { zoned } from '#cli/zoned.ts'
import type { FilePart } from '#shared/files.ts'
import type { Language } from '#shared/i18n/index.ts'

async function parseInput(text: string | undefined): Promise<unknown> {
  if (text === undefined) return undefined
  try {
    return JSON.parse(text === '-' ? decodeText(await readInput('-')) : text)
  } catch (error) {
    throw error instanceof SyntaxError ? wrongUse('cli.notJson', { what: '--json' }) : error
  }
}

const isIterable = (value: unknown): value is AsyncIterable<unknown> =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value
const isPart = (value: unknown): value is FilePart =>
  typeof value === 'object' && value !== null && ('fileName' in value || 'text' in value || 'base64' in value)

/** Return the items of a subscription until it ends. */
function itemsOf(
  subscribe: (to: { onData(item: unknown): void; onError(error: unknown): void; onComplete(): void }) => void,
): AsyncIterable<unknown> {
  return new ReadableStream<unknown>({
    start: (controller) =>
      subscribe({
        onData: (item) => controller.enqueue(item),
        onError: (error) => controller.error(error),
        onComplete: () => controller.close(),
      }),
  })
}

const isRehearsal = (input: unknown): boolean =>
  typeof input === 'object' && input !== null && 'dryRun' in input && input.dryRun === true

async function ask({ client }: Connection, name: string, type: ProcedureType, input: unknown): Promise<unknown> {
  const { getUntypedClient } = await import('@trpc/client')
  const untyped = getUntypedClient(client)
  if (type === 'query') return untyped.query(name, input)
  if (type === 'mutation') return untyped.mutation(name, input)
  return itemsOf((to) => untyped.subscription(name, input, to))
}

/** Write a response to `out` like all other output: a value as JSON, a file unchanged, other streams item by item. */
async function show(client: Client, answer: unknown, out: string): Promise<void> {
  const inJson = async (value: unknown): Promise<FilePart> => ({
    text: `${jsonFor(out, await zoned(client, value))}\n`,
  })
  if (!isIterable(answer)) {
    async function* whole() {
      if (answer !== undefined) yield await inJson(answer)
    }
    await writeOut(out, contentOf(whole()))
    return
  }
  async function* parts(items: AsyncIterable<unknown>): AsyncGenerator<FilePart, void, unknown> {
    for await (const item of items) yield isPart(item) ? item : await inJson(item)
  }
  await writeOut(out, contentOf(parts(answer)))
}

/** Add the command call: every procedure of the product, by name. */
export function addCallCommand(program: Command, terminal: Terminal): void {
  const { say } = terminal
  program
    .command('call')
    .description(say('cli.call'))
    .argument('[procedure]', say('cli.call.procedure'))
    .option('--json <input>', say('cli.call.json'))
    .addOption(new Option('-o, --out <file>', say('cli.option.out')).default('-'))
    .option('--list', say('cli.call.list'))
    .action(
      async (name: string | undefined, options: { json?: string; out: string; list?: true }, command: Command) => {
        const { listProcedures } = await import('#cli/connect.ts')
        const procedures = await listProcedures()
        if (options.list)
          return sayTable([...procedures].sort(([a], [b]) => (a < b ? -1 : 1)).map(([path, type]) => [path, type]))
        if (name === undefined) throw wrongUse('cli.needsOne')
        const type = procedures.get(name)
        if (!type) throw wrongUse('cli.unknownProcedure', { name })
        const input = await parseInput(options.json)
        const target = targetOf(command, terminal)
        const { language, fileLanguage } = terminal
        let answered = false
        const run = (inLanguage: Language) =>
          withConnection(
            { ...(type === 'mutation' ? beginning(target, isRehearsal(input)) : target), language: inLanguage },
            async (connection) => {
              const answer = await ask(connection, name, type, input).catch((error: unknown) => {
                throw error instanceof Error && isWrongInput(error, type === 'query') && inLanguage === language
                  ? wrongUse('cli.said', { line: `--json: ${error.message}` })
                  : error
              })
              answered = true
              await show(connection.client, answer, options.out)
            },
          )
        if (type !== 'query' || language === fileLanguage) return run(language)
        // The result is the same wherever the command runs; only a refusal is requested again, in the message language.
        await run(fileLanguage).catch((error: unknown) =>
          answered || !isRefusal(error) ? Promise.reject(error) : run(language),
        )
      },
    )
}
