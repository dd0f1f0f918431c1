import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'

/**
 * Return the account for servers that refuse to run as root: postgres, or else nobody; empty if this process is not
 * root.
 */
export function unprivilegedAccount(): { uid: number; gid: number } | Record<string, never> {
  if (process.getuid?.() !== 0) return {}
  const lines = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  const account = lines.find(([name]) => name === 'postgres') ?? lines.find(([name]) => name === 'nobody')
  if (!account)
    throw new Error('we are root, and there is neither an account postgres nor nobody for what refuses to run as root')
  return { uid: Number(account[2]), gid: Number(account[3]) }
}

/** Return a loopback port that is free at this moment. */
export const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() =>
        address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no free port')),
      )
    })
  })
