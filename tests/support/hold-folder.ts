import { acquireLock } from '#server/db/folder-lock.ts'

/**
 * Lock the folder in the arguments when the parent process says so, report the result, and hold the lock until killed.
 */
const [, , dataDir = '', what = ''] = process.argv
const tell = (message: object) => process.send?.(message)

process.once('message', async () => {
  const startedAt = Date.now()
  try {
    const lock = await acquireLock(dataDir, what)
    lock.announce('http://127.0.0.1:3999')
    tell({ held: true })
    setInterval(() => undefined, 1_000)
  } catch (error) {
    tell({ held: false, message: String(error), milliseconds: Date.now() - startedAt })
    process.disconnect()
  }
})
tell({ ready: true })
