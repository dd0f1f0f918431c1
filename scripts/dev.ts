import { watch } from 'node:fs'
import type { RequestListener } from 'node:http'
import { join } from 'node:path'
import { createServer as createVite, type ViteDevServer } from 'vite'
import { root } from './stamp.mjs'

/** Development server: one process, one port; the client reloads by itself, the server on every change of its files. */
type ServerModules = {
  app: typeof import('#server/app.ts')
  config: typeof import('#server/config.ts')
  http: typeof import('#server/http.ts')
  serve: typeof import('#server/serve.ts')
}
type Running = { close(): Promise<void> }

const serverFolders = ['src/server', 'src/shared', 'migrations']
const settleMs = 150

const load = async <Name extends keyof ServerModules>(vite: ViteDevServer, name: Name) =>
  (await vite.ssrLoadModule(join(root, 'src', 'server', `${name}.ts`))) as ServerModules[Name]

/** Files that have changed since they were loaded; null = load everything again, because the last start failed. */
let changed: Set<string> | null = new Set()

async function start(vite: ViteDevServer, relay: { listener: RequestListener | null }): Promise<Running> {
  // Vite watches files below its root; the server's files are outside. It loads a changed module and those that import
  // it; loading all of them takes several seconds.
  const { moduleGraph } = vite.environments.ssr
  if (changed) for (const file of changed) moduleGraph.onFileChange(file)
  else moduleGraph.invalidateAll()
  changed = new Set()
  const { readConfig } = await load(vite, 'config')
  const { openApp } = await load(vite, 'app')
  const { createHttp } = await load(vite, 'http')
  const app = await openApp(readConfig(), { what: 'coldfleet development server' })
  relay.listener = createHttp(app, { liveClient: vite.middlewares })
  return {
    async close() {
      relay.listener = null
      await app.close()
    },
  }
}

const relay: { listener: RequestListener | null } = { listener: null }
const vite = await createVite({
  configFile: join(root, 'vite.config.ts'),
  appType: 'spa',
  server: { middlewareMode: true },
  logLevel: 'warn',
})
const { readConfig } = await load(vite, 'config')
const { serve } = await load(vite, 'serve')
const config = readConfig()
const serving = await serve((request, response) => {
  if (relay.listener) return relay.listener(request, response)
  response.writeHead(503, { 'Retry-After': '1', 'Content-Type': 'text/plain' }).end('the server is starting\n')
}, config)

let running: Running | null = null
let turn: Promise<void> = Promise.resolve()
const restart = () => {
  turn = turn.then(async () => {
    await running?.close()
    running = null
    try {
      running = await start(vite, relay)
      process.stderr.write(`Coldfleet (development) at ${serving.url}\n`)
    } catch (error) {
      changed = null
      process.stderr.write(
        `${error instanceof Error ? (error.stack ?? error.message) : String(error)}\nwaiting for a change …\n`,
      )
    }
  })
}

let timer: NodeJS.Timeout | undefined
for (const folder of serverFolders)
  watch(join(root, folder), { recursive: true }, (_event, name) => {
    if (name === null || /\.test\.ts$/.test(name)) return
    changed?.add(join(root, folder, name))
    clearTimeout(timer)
    timer = setTimeout(restart, settleMs)
  })
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, async () => {
    await running?.close()
    process.exit(0)
  })
restart()
