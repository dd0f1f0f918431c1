import pg from 'pg'

/** An empty database beside the template's, for a server process of its own; the global tear-down drops it. @returns its address */
export async function freshDatabase(template: { server: string; database: string }, name: string): Promise<string> {
  const database = `${template.database}_${name}`
  const client = new pg.Client({ connectionString: template.server })
  await client.connect()
  await client.query(`drop database if exists ${database} with (force)`)
  await client.query(`create database ${database}`)
  await client.end()
  const address = new URL(template.server)
  address.pathname = `/${database}`
  return address.href
}
