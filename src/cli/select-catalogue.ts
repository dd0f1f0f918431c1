import type { Command } from 'commander'
import type { Catalogue } from '#shared/selection/model.ts'
import type { Connection } from './connect.ts'
import { asTyped, typedAs } from './failure.ts'
import { remark } from './output.ts'
import { type Terminal, targetOf, withConnection } from './settings.ts'

const asked = async ({ client }: Connection, version?: string): Promise<Catalogue> => {
  const typed = { ...typedAs('', 'catalogue', version), ...typedAs('version', 'catalogue', version) }
  const { version: number, source, models } = await asTyped(typed, () => client.catalogue.get.query({ version }))
  return { version: number, source, models }
}

/**
 * Return the catalogue for a calculation: a file, a version of this installation, the newest version of a running
 * server, or else the reference series, for which nothing is opened.
 */
export async function catalogueForSelect(
  wanted: string | undefined,
  command: Command,
  terminal: Terminal,
): Promise<Catalogue> {
  const target = targetOf(command, terminal)
  const { referenceCatalogue } = await import('#shared/selection/reference-catalogue.ts')
  let catalogue: Catalogue = referenceCatalogue
  if (wanted !== undefined && /^\d+$/.test(wanted))
    catalogue = await withConnection(target, (connection) => asked(connection, wanted))
  else if (wanted !== undefined)
    catalogue = await (await import('./read-catalogue.ts')).catalogueOfFile(wanted, terminal.language, terminal.say)
  else {
    const { connectToRunning } = await import('./connect.ts')
    const connection = await connectToRunning(target)
    if (connection) catalogue = await asked(connection).finally(connection.close)
  }
  // The reference series is the default and needs no notice.
  if (catalogue.source !== referenceCatalogue.source)
    remark(terminal.say('cli.catalogue.used', { version: catalogue.version, source: catalogue.source }))
  return catalogue
}
