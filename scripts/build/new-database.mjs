import { writeFileSync } from 'node:fs'
import { PGlite } from '@electric-sql/pglite'

// Create an empty database once, as a program of its own: creating it would hold up the thread that builds the console.
const [file] = process.argv.slice(2)
if (file === undefined) throw new Error('the name of the archive is missing')
const engine = await PGlite.create()
writeFileSync(file, new Uint8Array(await (await engine.dumpDataDir('gzip')).arrayBuffer()))
await engine.close()
