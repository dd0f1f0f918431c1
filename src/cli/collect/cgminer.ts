import { connect } from 'node:net'

/** The commands sent to a machine: they only read, and no other command is ever sent. */
const commands = ['summary', 'stats', 'version'] as const
type MinerCommand = (typeof commands)[number]
/** A machine answers some kilobytes; a sender of more is not a miner. */
const mostBytes = 1024 * 1024

type MinerAddress = { host: string; port: number; timeoutMs: number }

/**
 * Run one command of the cgminer API on its own connection, which ends when the machine closes it or sends the NUL
 * after the response.
 */
function ask({ host, port, timeoutMs }: MinerAddress, command: MinerCommand): Promise<string> {
  return new Promise((resolve, reject) => {
    const pieces: Buffer[] = []
    let size = 0
    const socket = connect({ host, port })
    const end = (error: Error | null) => {
      clearTimeout(timer)
      socket.destroy()
      if (error) reject(error)
      else resolve(Buffer.concat(pieces).toString('utf8'))
    }
    // The timeout counts from the start, so that a socket that sends a byte now and then also times out.
    const timer = setTimeout(() => end(new Error('timeout')), timeoutMs)
    socket.on('connect', () => socket.write(JSON.stringify({ command })))
    socket.on('data', (piece) => {
      const nul = piece.indexOf(0)
      const kept = nul < 0 ? piece : piece.subarray(0, nul)
      size += kept.length
      if (size > mostBytes) return end(new Error('answer too long'))
      pieces.push(kept)
      if (nul >= 0) end(null)
    })
    socket.on('end', () => end(null))
    socket.on('error', end)
  })
}

/**
 * Parse the response of a firmware: remove control characters, and add the comma that old firmwares omit between two
 * objects. @throws SyntaxError
 */
export function parseAnswer(text: string): unknown {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out.
  const plain = text.replace(/[\u0000-\u001f\u007f]/g, ' ').trim()
  try {
    return JSON.parse(plain)
  } catch {
    return JSON.parse(plain.replace(/}\s*{/g, '},{').replace(/,\s*([}\]])/g, '$1'))
  }
}

export type MinerAnswers = Partial<Record<MinerCommand, unknown>>

/**
 * Read the figures of a machine; `summary` is required, the other responses are optional.
 * @throws Error if nothing at the address responds in time, or the device is not a miner
 */
export async function readMiner(address: MinerAddress): Promise<MinerAnswers> {
  const answers: MinerAnswers = { summary: parseAnswer(await ask(address, 'summary')) }
  for (const command of ['stats', 'version'] as const) {
    try {
      answers[command] = parseAnswer(await ask(address, command))
    } catch {
      // The hash rate is known; firmware details are optional.
    }
  }
  return answers
}
