import { connect } from 'node:net'

/** What is asked of a machine: these read, and nothing else is ever sent. */
const commands = ['summary', 'stats', 'version'] as const
type MinerCommand = (typeof commands)[number]
/** A machine answers some kilobytes; what sends more is no miner. */
const mostBytes = 1024 * 1024

type MinerAddress = { host: string; port: number; timeoutMs: number }

/** One command of the cgminer API: a connection of its own, which the machine closes, or which ends with the NUL behind the answer. */
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
    // A socket that sends a byte now and then is as silent as one that sends none.
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

/** Reads what firmwares write: without control characters, and with the comma that old ones forget between two objects. @throws SyntaxError */
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
 * Asks a machine for its figures; `summary` has to be there, the others may fail.
 * @throws Error where nothing answers at the address in time, or no miner does
 */
export async function readMiner(address: MinerAddress): Promise<MinerAnswers> {
  const answers: MinerAnswers = { summary: parseAnswer(await ask(address, 'summary')) }
  for (const command of ['stats', 'version'] as const) {
    try {
      answers[command] = parseAnswer(await ask(address, command))
    } catch {
      // Its hash rate is known; what it runs on is a nicety.
    }
  }
  return answers
}
